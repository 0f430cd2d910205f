// Where the site's root is, as seen from the modules in app/. On a stick another file stands in for this one.
export const root = new URL("../", import.meta.url);
