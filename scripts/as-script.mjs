import { createRequire } from "node:module";

/**
 * Returns esbuild options that bundle an entry and all its imports, including lazy ones, into one script. The value of
 * the script is a function whose parameters replace the variables of a module. `apart` are packages in separate files
 * next to the script, required on first use, because every function in the script adds to startup time. `plugins` are
 * added to those of a script. `modules` are the entries of the package that are part of it, by specifier.
 */
export function asScript({ name, stdin, plugins }, apart, modules) {
  return {
    stdin,
    outdir: undefined,
    outfile: name,
    format: "cjs",
    banner: { js: '(function(module,require,importMetaUrl,importUrl){"use strict";' },
    footer: { js: "})" },
    define: { "import.meta.url": "importMetaUrl" },
    // A script cannot import: it requires packages, and imports files with the function that it receives.
    supported: { "dynamic-import": false },
    plugins: [
      ...plugins,
      {
        name: "given-import",
        setup: ({ onLoad, onResolve }) => {
          onLoad({ filter: /[\\/]src[\\/]std[\\/]import-url\.ts$/ }, () => ({
            contents: "const given = importUrl; export { given as importUrl };",
          }));
          onLoad({ filter: /[\\/]compile[\\/]script-modules\.ts$/ }, () => ({
            contents: `export const scriptModules = ${JSON.stringify(modules)};`,
          }));
          onResolve({ filter: /^[^.]/ }, ({ path }) =>
            apart.includes(path) ? { path: `./${path}.cjs`, external: true } : undefined,
          );
          onResolve({ filter: /^node:fs\/promises$/, namespace: "file" }, ({ path }) => ({
            path,
            namespace: "on-use",
            sideEffects: false,
          }));
          onLoad({ filter: /./, namespace: "on-use" }, ({ path }) => ({ contents: calledOnUse(path) }));
        },
      },
    ],
  };
}

/** A module with the functions of a module of Node that takes long to load. It is loaded when one of them is called. */
function calledOnUse(name) {
  const functions = Object.entries(createRequire(import.meta.url)(name)).filter(
    ([, each]) => typeof each === "function",
  );
  return functions
    .map(
      ([key]) =>
        `export function ${key}(...given) { return require(${JSON.stringify(name)}).${key}(...given); }`,
    )
    .join("\n");
}
