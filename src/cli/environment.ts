import { DiagnosticError, parseEnvironment, type Environment } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { quotedWord, wrongUsage } from "./usage-problem.js";

/** How someone says which stack is meant: an environment, with its namespace or without, and a namespace. */
export interface EnvironmentAsked {
  readonly stack?: string;
  readonly namespace?: string;
}

/**
 * The stack that is meant. What the command line says comes before what the project says; a namespace that the
 * project sets beside its stack is that of all its environments, one that is part of its stack belongs to that one.
 */
export function chosenEnvironment(
  asked: EnvironmentAsked,
  project: EnvironmentAsked & { readonly file?: string } = {},
): Environment {
  const given = environment(asked, () =>
    wrongUsage("The namespace is part of --stack, and --namespace names one too."),
  );
  const usual = environment(
    project,
    () => new DiagnosticError(twoNamespaces(project.file ?? "coconut.json")),
  );
  const name = given.name ?? usual.name ?? "dev";
  const shared = given.name === undefined ? usual.namespace : project.namespace;
  const namespace = given.namespace ?? shared;
  for (const part of [name, namespace ?? "x"]) {
    if (/^\.|[/\\]/.test(part))
      throw wrongUsage(`A stack cannot be called ${quotedWord(part)}: files are called after it.`);
  }
  return namespace === undefined ? { name } : { name, namespace };
}

function environment(
  { stack, namespace }: EnvironmentAsked,
  twice: () => DiagnosticError,
): { readonly name?: string; readonly namespace?: string } {
  const whole = stack === undefined ? {} : parseEnvironment(stack);
  if (namespace === undefined) return whole;
  if ("namespace" in whole) throw twice();
  const own = parseEnvironment(`any:${namespace}`).namespace!;
  return { ...whole, namespace: own };
}

function twoNamespaces(file: string) {
  return problem("cli/malformed-file", {
    detail: `${file} names two namespaces: one is part of "stack", the other "namespace".`,
    hint: 'Leave one of them out; "namespace" is that of all environments.',
  });
}
