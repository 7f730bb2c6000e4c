import { DiagnosticError, parseEnvironment, type Environment } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { quotedWord, wrongUsage } from "./usage-problem.js";

/** A stack as given by options or by `coconut.json`: `name` or `name:namespace`, and a separate namespace. */
export interface EnvironmentAsked {
  readonly stack?: string;
  readonly namespace?: string;
}

/**
 * Returns the selected stack. The command line overrides the project. `namespace` in `coconut.json` is the namespace of
 * all environments; a namespace that is part of `stack` belongs to that stack only.
 */
export function chosenEnvironment(
  asked: EnvironmentAsked,
  project: EnvironmentAsked & { readonly file?: string } = {},
): Environment {
  const given = environment(asked, () =>
    wrongUsage("The namespace is given twice: in --stack and in --namespace."),
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
      throw wrongUsage(
        `Invalid stack name ${quotedWord(part)}: it is used in file names, so it cannot start with a dot or contain a slash.`,
      );
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
    detail: `${file} sets the namespace twice: as part of "stack" and as "namespace".`,
    hint: 'Remove one of them. "namespace" applies to all environments.',
  });
}
