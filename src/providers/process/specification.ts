import type { InferOutput, ObjectSchema } from "valibot";
import type { processInputs } from "./process-fields.js";

/** The process that a supervisor keeps running. Passed through a pipe, because the environment may contain secrets. */
export interface Specification extends ProcessInputs {
  /** The working directory, as an absolute path. */
  readonly workingFolder: string;
  readonly listensOn: number | undefined;
}

export type ProcessInputs = Readonly<InferOutput<ObjectSchema<typeof processInputs, undefined>>>;

/** The inputs in the record on disk: without the environment, and without a secret command or health check. */
export type RecordedInputs = Omit<ProcessInputs, "environment" | "command"> &
  Partial<Pick<ProcessInputs, "command">>;

export function recordedInputs(
  asked: ProcessInputs,
  isSecret: (field: "command" | "health") => boolean,
): RecordedInputs {
  const { environment: _, command, health, ...inputs } = asked;
  const { http: _http, command: _command, ...limits } = health;
  return {
    ...inputs,
    ...(!isSecret("command") && { command }),
    health: isSecret("health") ? limits : health,
  };
}

/** Returns the program of a command. `node` is the Node.js that runs this process. */
export function programOf([program = ""]: readonly string[]): string {
  return program === "node" ? process.execPath : program;
}
