import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import { controlCharacterFault, describeFault, loneSurrogateFault, type TextFault } from "../text-fault.js";

/**
 * The name of one instance of a program: `staging`, or with a namespace `staging:acmecorp`. It is the stack part of
 * every URN and the first part of every moniker.
 */
export interface Environment {
  readonly name: string;
  readonly namespace?: string;
}

export function parseEnvironment(text: string): Environment {
  const fault = environmentFault(text);
  if (fault !== undefined) {
    throw new DiagnosticError(
      problem("model/malformed-environment", {
        detail: describeFault(text, fault),
        hint: "Write the name of the environment, followed by a colon and its namespace if it has one:\nstaging:acmecorp",
      }),
    );
  }
  const [name = "", namespace] = text.split(":");
  return Object.freeze(namespace === undefined ? { name } : { name, namespace });
}

export function printEnvironment({ name, namespace }: Environment): string {
  return namespace === undefined ? name : `${name}:${namespace}`;
}

function environmentFault(text: string): TextFault | undefined {
  const colon = text.indexOf(":");
  if (text === "" || colon === 0) return { column: 1, problem: "the environment has no name" };
  if (colon === text.length - 1)
    return { column: text.length + 1, problem: 'there is no namespace after the ":"' };
  const second = colon === -1 ? -1 : text.indexOf(":", colon + 1);
  if (second !== -1)
    return { column: second + 1, problem: 'neither name nor namespace can contain a second ":"' };
  return loneSurrogateFault(text) ?? controlCharacterFault(text);
}
