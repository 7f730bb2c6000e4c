/**
 * Splits a script into parts that are loaded on first use, because every function in the script adds to startup time.
 *
 * A part is a list of modules that other modules import only with `import()`. Its file contains them and everything
 * that only they import. All other modules are in the script, once: a part gets them from the script that runs, so
 * module state and classes are never duplicated. A module that two parts import is in the script too. Only `src` is
 * shared: a bundled package is in every file that imports it.
 */
import { join, relative, resolve } from "node:path";
import { parse } from "acorn";
import { build } from "esbuild";

/**
 * Returns the esbuild plugins of the script and of each part, and the contents of their entries. `parts` maps names to
 * modules, as paths relative to `root`. `modules` are more modules of the script that others can load, by name.
 */
export async function scriptParts(root, entry, modules, parts, options) {
  const partOf = new Map(Object.entries(parts).flatMap(([name, files]) => files.map((file) => [file, name])));
  const resolver = (isInScript) => resolvePlugin(root, partOf, isInScript);
  const inputsOf = async (files) => {
    const { metafile } = await build({
      ...analysis(root, options),
      stdin: stdin(root, exportsOf(files)),
      plugins: [resolver()],
    });
    return Object.keys(metafile.inputs).filter((file) => file.startsWith("src/"));
  };
  const inScript = new Set(await inputsOf([entry, ...Object.values(modules)]));
  const inParts = new Set();
  for (const [name, files] of Object.entries(parts)) {
    const eager = files.find((file) => inScript.has(file));
    if (eager !== undefined)
      throw new Error(`The part ${name} is not lazy: the script imports ${eager} without import().`);
    for (const file of await inputsOf(files))
      if (inParts.has(file)) inScript.add(file);
      else inParts.add(file);
  }
  const plugins = [resolver((file) => inScript.has(file))];
  const shared = await sharedNames(root, parts, { ...analysis(root, options), plugins });
  return {
    script: {
      stdin: stdin(root, scriptText(entry, modules, shared)),
      plugins: [resolver(), sharedPlugin(root, shared)],
    },
    parts: Object.fromEntries(
      Object.entries(parts).map(([name, files]) => [name, { stdin: stdin(root, partText(files)), plugins }]),
    ),
  };
}

const scriptPrefix = "script:";
const sharedPrefix = "shared:";

/**
 * The entry of the script. `shared` returns a module of the script with the exports that parts import, `running` one of
 * `modules` by its name.
 */
function scriptText(entry, modules, shared) {
  return [
    `export * from ${JSON.stringify(`./${entry}`)};`,
    `export const shared = ${switchText([...shared.keys()].map((file) => [file, sharedPrefix + file]))};`,
    `export const running = ${switchText(Object.entries(modules).map(([name, file]) => [name, `./${file}`]))};`,
  ].join("\n");
}

/** The entry of a part. `load` returns a module of the part, and runs it on first use. */
function partText(files) {
  return `export const load = ${switchText(files.map((file) => [file, `./${file}`]))};`;
}

/** A function that returns modules by name, and runs each on first use. */
function switchText(modules) {
  const cases = modules.map(
    ([name, path]) => `case ${JSON.stringify(name)}: return require(${JSON.stringify(path)});`,
  );
  return `(name) => { switch (name) { ${cases.join("\n")} } }`;
}

/** Exports whole modules, so that the compiler removes no import that they use. */
function exportsOf(files) {
  return files
    .map((file, index) => `export * as module${index} from ${JSON.stringify(`./${file}`)};`)
    .join("\n");
}

function stdin(root, contents) {
  return { contents, resolveDir: root, sourcefile: "entry", loader: "js" };
}

function analysis(root, options) {
  return { ...options, absWorkingDir: root, format: "esm", metafile: true, write: false, sourcemap: false };
}

/**
 * Resolves imports of parts to `part:<name>/<file>`, and imports of modules for which `isInScript` is true to
 * `script:<file>`. The script and its parts require these names from the function that loads them.
 */
function resolvePlugin(root, partOf, isInScript = () => false) {
  return {
    name: "script-parts",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        const file = relative(root, resolve(resolveDir, path)).replaceAll("\\", "/").replace(/\.js$/, ".ts");
        const part = partOf.get(file);
        if (kind === "dynamic-import" && part !== undefined)
          return { path: `part:${part}/${file}`, external: true };
        return isInScript(file) ? { path: scriptPrefix + file, external: true } : undefined;
      }),
  };
}

/** Provides modules that export the names that parts import, and nothing else. */
function sharedPlugin(root, shared) {
  return {
    name: "shared-modules",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: new RegExp(`^${sharedPrefix}`) }, ({ path }) => ({ path, namespace: "shared" }));
      onLoad({ filter: /./, namespace: "shared" }, ({ path }) => {
        const file = path.slice(sharedPrefix.length);
        const names = shared.get(file);
        const what = names.has("*") ? "*" : `{ ${[...names].join(", ")} }`;
        return { contents: `export ${what} from ${JSON.stringify(join(root, file))};`, resolveDir: root };
      });
    },
  };
}

/** Returns the names that parts import, by module of the script. `*` stands for all names. */
async function sharedNames(root, parts, options) {
  const shared = new Map();
  const add = (source, names) => {
    if (!source?.value?.startsWith(scriptPrefix)) return;
    const file = source.value.slice(scriptPrefix.length);
    const known = shared.get(file) ?? shared.set(file, new Set()).get(file);
    for (const name of names) known.add(name);
  };
  for (const files of Object.values(parts)) {
    const { outputFiles } = await build({ ...options, stdin: stdin(root, exportsOf(files)) });
    for (const { text } of outputFiles)
      for (const node of nodesOf(parse(text, { ecmaVersion: "latest", sourceType: "module" }))) {
        if (node.type === "ImportExpression" || node.type === "ExportAllDeclaration") add(node.source, ["*"]);
        else if (node.type === "ImportDeclaration")
          add(
            node.source,
            node.specifiers.map(({ imported }) => imported?.name ?? "*"),
          );
        else if (node.type === "ExportNamedDeclaration")
          add(
            node.source,
            node.specifiers.map(({ local }) => local.name),
          );
      }
  }
  return shared;
}

function* nodesOf(node) {
  if (typeof node.type === "string") yield node;
  for (const child of Object.values(node))
    if (typeof child === "object" && child !== null) yield* nodesOf(child);
}
