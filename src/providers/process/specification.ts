import type { InferOutput, ObjectSchema } from "valibot";
import type { processInputs } from "./process-fields.js";

/** What a supervisor is told to keep running. It is handed over through a pipe, for the environment may be secret. */
export interface Specification extends ProcessInputs {
  /** Where the process runs; absolute. */
  readonly workingFolder: string;
  readonly listensOn: number | undefined;
}

export type ProcessInputs = Readonly<InferOutput<ObjectSchema<typeof processInputs, undefined>>>;

/** The inputs as the record on disk has them. */
export type RecordedInputs = Omit<ProcessInputs, "environment">;

/** The program of a command: `node` is the Node that runs this. */
export function programOf([program = ""]: readonly string[]): string {
  return program === "node" ? process.execPath : program;
}
