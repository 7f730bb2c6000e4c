/** The folder of this package, two folders up: from here, and from wherever this is built to. */
export const ownFolder = new URL("../../", import.meta.url);
