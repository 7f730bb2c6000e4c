import type { Mutant } from "../mutant.js";

/** Mistakes one could make in evaluating a program. */
export const programMutants: readonly Mutant[] = [
  {
    name: "a callback runs on an unknown",
    in: "Evaluator.#apply",
    find: "if (!known && keys === undefined)",
    replace: "if (false)",
  },
  {
    name: "all drops a secret",
    in: "asWhole",
    find: "return markedAs(secrecyOf(value), isKnown(value) ? value : unknown);",
    replace: "return isKnown(value) ? stripSecrets(value) : unknown;",
  },
  {
    name: "apply drops a secret",
    in: "Evaluator.#mark",
    find: "return markedAs(cell.secrecy, value);",
    replace: "return value;",
  },
  {
    name: "what a callback makes that knows a secret is shown",
    in: "Recorder.register",
    find: "context.knows === undefined ? request : madeSecretly(request, context.knows)",
    replace: "request",
  },
  {
    name: "what a callback is over that knows a secret is shown",
    in: "ApplyNode.constructor",
    find: "this.knows === undefined ? to : secretly(to, this.knows)",
    replace: "to",
  },
  {
    name: "a callback within one that knows a secret tells it",
    in: "Evaluator.#apply",
    find: "stronger(given, node.addsNothing === undefined ? node.knows : undefined)",
    replace: "given",
  },
  {
    name: "what a callback makes within one that knows a secret is shown",
    in: "callbackContext",
    find: "stronger(given, node.knows)",
    replace: "given",
  },
  {
    name: "a function is not told what is secret",
    in: "handedOver",
    find: "knows === undefined ? object : secretProperties(object, knows)",
    replace: "object",
  },
  {
    name: "an error that nobody catches tells a secret",
    in: "guardProcess",
    find: "uncaughtError(what, hide(errorText(thrown)), about)",
    replace: "uncaughtError(what, errorText(thrown), about)",
  },
  {
    name: "an excerpt of the source tells a secret",
    in: "sourceFrame",
    find: "const shown = hide(near.of(text));",
    replace: "const shown = near.of(text);",
  },
  {
    name: "causes that go round in a circle are told again",
    in: "causesOf",
    find: "if (seen.has(each)) continue;",
    replace: "",
  },
  {
    name: "what a program adds to all objects stays",
    in: "watchPrototypes",
    find: "return added.length === 0 ? undefined : changed(added);",
    replace: "return undefined;",
  },
  {
    name: "the compiler is handed the passphrase",
    in: "compilerEnvironment",
    find: 'environmentWithout("COCONUT_")',
    replace: "process.env",
  },
  {
    name: "what its callback did not make is deleted",
    in: "callbackNotRun",
    find: "if (!isAlike && hasRun) return undefined;",
    replace: "if (isAlike || hasRun) return undefined;",
  },
  {
    name: "a package in TypeScript is left to Node",
    in: "ImportedPackages.bundled",
    find: "file !== undefined && isTypeScript(file) ? [name] : []",
    replace: "file !== undefined && isTypeScript(name) ? [name] : []",
  },
  {
    name: "what packages depend on is not looked at",
    in: "packagesBelow",
    find: "if (found !== undefined) waiting.push(",
    replace: "if (found === undefined) waiting.push(",
  },
  {
    name: "a package is checked only if it has providers",
    in: "usesCoconut",
    find: "return manifest.coconut !== undefined || dependenciesOf(manifest).includes(String(own));",
    replace: "return manifest.coconut !== undefined;",
  },
  {
    name: "a damaged text of a package is run",
    in: "readKept",
    find: "whole.slice(0, hashLength) === hashText(text) ? text : undefined",
    replace: "text",
  },
  {
    name: "what a package requires late belongs to the program",
    in: "hookCommonJs",
    find: 'kind === "package" ? runOutside(run) : run()',
    replace: "run()",
  },
  {
    name: "import(variable) leads where the project is",
    in: "importFrom",
    find: "moduleFile(specifier, file);",
    replace: "moduleFile(specifier, `${program.projectFolder}/file`);",
  },
  {
    name: "what is imported by a variable is a module of its own each time",
    in: "importCompiled",
    find: "+ new URL(program).search",
    replace: "+ `?${Math.random()}`",
  },
  {
    name: "a module of a package that is called in a circle has not begun",
    in: "header",
    find: "`function ${name}(...given) { return ${made}_().${helper}(...given); }`",
    replace: "`const ${name} = (...given) => ${made}_().${helper}(...given);`",
  },
];
