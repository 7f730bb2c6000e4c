/** The folder of this package, two folders up: from here, and from wherever this is built to. */
export const ownFolder = new URL("../../", import.meta.url);

/** The folder of this package's own code: `dist`, or `src` in a test. */
export const ownCode = new URL("../", import.meta.url);
