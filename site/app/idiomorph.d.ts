// The build copies the npm package idiomorph beside these modules.
export * from "idiomorph";
