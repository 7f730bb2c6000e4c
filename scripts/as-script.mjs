/**
 * Returns esbuild options that bundle an entry and all its imports, including lazy ones, into one script. The value of
 * the script is a function whose parameters replace the variables of a module. `apart` are packages in separate files
 * next to the script, required on first use, because every function in the script adds to startup time. `plugins` are
 * added to those of a script.
 */
export function asScript({ name, stdin, plugins }, apart) {
  return {
    stdin,
    outdir: undefined,
    outfile: name,
    format: "cjs",
    banner: { js: "(function(module,require,importMetaUrl,importUrl){" },
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
          onResolve({ filter: /^[^.]/ }, ({ path }) =>
            apart.includes(path) ? { path: `./${path}.cjs`, external: true } : undefined,
          );
        },
      },
    ],
  };
}
