/**
 * Options of esbuild that make one script of an entry and of all below it, what is imported on first use included. Its
 * value is a function that is given what a module has by itself. `apart` are packages that stand beside the script, and
 * are required by those who need them: every function of a script costs each start something.
 */
export function asScript(entry, apart) {
  return {
    entryPoints: [entry],
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    banner: { js: "(function(module,require,importMetaUrl,importUrl){" },
    footer: { js: "})" },
    define: { "import.meta.url": "importMetaUrl" },
    // No script may import: packages are required, and files imported by the function that it is given.
    supported: { "dynamic-import": false },
    plugins: [
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
