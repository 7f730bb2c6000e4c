import type { InferOutput, ObjectSchema } from "valibot";
import type { processInputs } from "./process-fields.js";

/** What a supervisor is told to keep running. It is handed over through a pipe, for the environment may be secret. */
export interface Specification extends ProcessInputs {
  /** Where the process runs; absolute. */
  readonly workingFolder: string;
  readonly listensOn: number | undefined;
}

export type ProcessInputs = Readonly<InferOutput<ObjectSchema<typeof processInputs, undefined>>>;

/** The inputs as the record on disk has them: nothing of the environment, and no command or check that is secret. */
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

/** The program of a command: `node` is the Node that runs this. */
export function programOf([program = ""]: readonly string[]): string {
  return program === "node" ? process.execPath : program;
}
