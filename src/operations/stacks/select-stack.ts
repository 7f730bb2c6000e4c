import { join } from "node:path";
import { DiagnosticError, isDiagnosticError, printEnvironment, type Environment } from "../../model/index.js";
import { jsonMembers } from "../../std/json-members.js";
import { withMember } from "../../project/index.js";
import { rewriteFile } from "../../project/index.js";
import { projectFile } from "./stack-operation-problem.js";
import { JSON } from "../../std/plain-json.js";

/** Makes a stack the default of a project in `coconut.json`. Keeps the formatting of the rest of the file. */
export async function selectStack(projectFolder: string, environment: Environment): Promise<string> {
  const file = join(projectFolder, "coconut.json");
  try {
    await rewriteFile(file, (text = "{}\n") => withSelected(text, environment, file));
  } catch (error) {
    if (isDiagnosticError(error)) throw error;
    throw new DiagnosticError(
      projectFile(file, `Reading or writing it failed: ${(error as Error).message}.`),
    );
  }
  return file;
}

function withSelected(text: string, environment: Environment, file: string): string {
  const members = jsonMembers(text);
  if ("fault" in members)
    throw new DiagnosticError(
      projectFile(file, members.isJson ? "It is not a JSON object." : "It is not valid JSON."),
    );
  const shared = members.members.find(({ key }) => key === "namespace");
  const namespace: unknown = shared && JSON.parse(text.slice(shared.valueStart, shared.valueEnd));
  if (namespace !== undefined && namespace !== environment.namespace)
    throw new DiagnosticError(projectFile(file, otherNamespace(namespace, environment)));
  const stack = namespace === undefined ? printEnvironment(environment) : environment.name;
  return withMember(text, "stack", stack);
}

function otherNamespace(namespace: unknown, environment: Environment): string {
  return `It sets the namespace of all environments to ${JSON.stringify(namespace)}, and ${printEnvironment(environment)} is in a different namespace.`;
}
