import { join } from "node:path";
import { DiagnosticError, printEnvironment, type Environment } from "../../../model/index.js";
import { jsonMembers } from "../../../std/json-members.js";
import { readTextFile } from "../../../std/read-text-file.js";
import { withMember, writeConfigFile } from "../../config/index.js";
import { projectFile } from "./stack-operation-problem.js";

/** Makes a stack the usual one of a project: `coconut.json` says it, and all else in the file stays as it is spelled. */
export async function selectStack(projectFolder: string, environment: Environment): Promise<string> {
  const file = join(projectFolder, "coconut.json");
  const text = textOf(file) ?? "{}\n";
  const members = jsonMembers(text);
  if ("fault" in members)
    throw new DiagnosticError(projectFile(file, members.isJson ? "It holds no object." : "It is not JSON."));
  const shared = members.members.find(({ key }) => key === "namespace");
  const namespace: unknown = shared && JSON.parse(text.slice(shared.valueStart, shared.valueEnd));
  if (namespace !== undefined && namespace !== environment.namespace)
    throw new DiagnosticError(projectFile(file, otherNamespace(namespace, environment)));
  const stack = namespace === undefined ? printEnvironment(environment) : environment.name;
  const after = withMember(text, "stack", stack);
  if (after !== text) await writeConfigFile(file, after);
  return file;
}

function textOf(file: string): string | undefined {
  try {
    return readTextFile(file, { mark: "kept" });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw new DiagnosticError(projectFile(file, `It cannot be read: ${(error as Error).message}.`));
  }
}

function otherNamespace(namespace: unknown, environment: Environment): string {
  return `It says that the namespace of all environments is ${JSON.stringify(namespace)}, and ${printEnvironment(environment)} is not in it.`;
}
