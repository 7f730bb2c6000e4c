import * as coconut from "@coconut/coconut";
import { systemPorts } from "../../src/store/internal.js";

/** A stack in memory with this program, opened as those do who run programs themselves. */
export function openStack(
  program: () => unknown,
  options: Partial<coconut.StackOptions> = {},
): Promise<coconut.Stack> {
  const keys = { passphrase: async () => "a passphrase", keyFile: () => "", weakPassphrases: true };
  return coconut.stack({
    project: "shop",
    name: "dev",
    program,
    store: "memory:",
    ports: { ...systemPorts(), keys },
    ...options,
  });
}

/** What a plan does to each resource, by name. */
export function actionsIn({ changes }: coconut.StackPlan): Record<string, string> {
  return Object.fromEntries(changes.map(({ name, action }) => [name, action]));
}

/** Code and detail of what a plan or run is refused with. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing",
    (error: Error) => error.message,
  );
}
