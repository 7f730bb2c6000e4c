import type { Mutant } from "../mutant.js";

/** Mistakes one could make in evaluating a program. */
export const programMutants: readonly Mutant[] = [
  {
    name: "a callback runs on an unknown",
    file: "src/program/evaluator.ts",
    find: "if (!known && keys === undefined)",
    replace: "if (false)",
  },
  {
    name: "all drops a secret",
    file: "src/program/combine.ts",
    find: "return containsSecret(value) ? secretOf(whole) : whole;",
    replace: "return whole;",
  },
  {
    name: "apply drops a secret",
    file: "src/program/evaluator.ts",
    find: "return cell.secret ? secretOf(stripSecrets(value)) : value;",
    replace: "return value;",
  },
  {
    name: "what a callback makes that knows a secret is shown",
    file: "src/sdk/recording/recorder.ts",
    find: "context.knowsSecret ? madeSecretly(request) : request",
    replace: "request",
  },
  {
    name: "what a callback is over that knows a secret is shown",
    file: "src/sdk/recording/context.ts",
    find: "this.knowsSecret ? secretly(to) : to",
    replace: "to",
  },
  {
    name: "a callback within one that knows a secret tells it",
    file: "src/program/evaluator.ts",
    find: "isGivenSecret || (node.knowsSecret && node.addsNothing === undefined)",
    replace: "isGivenSecret",
  },
  {
    name: "what a callback makes within one that knows a secret is shown",
    file: "src/sdk/recording/context.ts",
    find: "node.knowsSecret || isGivenSecret",
    replace: "isGivenSecret",
  },
  {
    name: "a function is not told what is secret",
    file: "src/sdk/recording/context.ts",
    find: "currentContext()?.knowsSecret ? secretProperties(object) : object",
    replace: "object",
  },
  {
    name: "an error that nobody catches tells a secret",
    file: "src/program/load/process-guard.ts",
    find: "uncaughtError(what, hide(errorText(thrown)), about)",
    replace: "uncaughtError(what, errorText(thrown), about)",
  },
  {
    name: "an excerpt of the source tells a secret",
    file: "src/render/source-frame.ts",
    find: "const shown = hide(near.of(text));",
    replace: "const shown = near.of(text);",
  },
  {
    name: "causes that go round in a circle are told again",
    file: "src/program/about-thrown.ts",
    find: "if (seen.has(each)) continue;",
    replace: "",
  },
  {
    name: "what a program adds to all objects stays",
    file: "src/program/changed-prototype.ts",
    find: "return added.length === 0 ? undefined : changed(added);",
    replace: "return undefined;",
  },
  {
    name: "the compiler is handed the passphrase",
    file: "src/program/compile/esbuild.ts",
    find: 'environmentWithout("COCONUT_")',
    replace: "process.env",
  },
  {
    name: "what its callback did not make is deleted",
    file: "src/plan/callback-not-run.ts",
    find: "if (!isAlike && hasRun) return undefined;",
    replace: "if (isAlike || hasRun) return undefined;",
  },
  {
    name: "a package in TypeScript is left to Node",
    file: "src/program/compile/imported-packages.ts",
    find: "file !== undefined && isTypeScript(file) ? [name] : []",
    replace: "file !== undefined && isTypeScript(name) ? [name] : []",
  },
  {
    name: "what packages depend on is not looked at",
    file: "src/program/compile/coconut-packages.ts",
    find: "if (found !== undefined) waiting.push(",
    replace: "if (found === undefined) waiting.push(",
  },
  {
    name: "a package is checked only if it has providers",
    file: "src/program/compile/coconut-packages.ts",
    find: "return manifest.coconut !== undefined || dependenciesOf(manifest).includes(String(own));",
    replace: "return manifest.coconut !== undefined;",
  },
  {
    name: "a damaged text of a package is run",
    file: "src/program/compile/module-texts.ts",
    find: "whole.slice(0, hashLength) === hashText(text) ? text : undefined",
    replace: "text",
  },
  {
    name: "what a package requires late belongs to the program",
    file: "src/program/register/hook-modules.ts",
    find: 'kind === "package" ? runOutside(run) : run()',
    replace: "run()",
  },
  {
    name: "import(variable) leads where the project is",
    file: "src/program/load/import-from.ts",
    find: "moduleFile(specifier, file);",
    replace: "moduleFile(specifier, `${program.projectFolder}/file`);",
  },
  {
    name: "what is imported by a variable is a module of its own each time",
    file: "src/program/load/import-from.ts",
    find: "+ new URL(program).search",
    replace: "+ `?${Math.random()}`",
  },
  {
    name: "a module of a package that is called in a circle has not begun",
    file: "src/program/compile/instrument/in-place.ts",
    find: "`function ${name}(...given) { return ${made}_().${helper}(...given); }`",
    replace: "`const ${name} = (...given) => ${made}_().${helper}(...given);`",
  },
];
