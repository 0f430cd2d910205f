// The build copies the npm package idb beside these modules.
export * from "idb";
