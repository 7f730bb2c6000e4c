import type { ColumnName } from "./columns.js";
import type { Phase } from "./phases.js";
import type { ProviderProject } from "./provider-project.js";

/** Steps on one project, one after the other. Each step is a test of one cell in each of the columns. */
export interface Story {
  readonly columns: readonly ColumnName[];
  readonly steps: readonly Step[];
}

export interface Step {
  readonly phase: Phase;
  /** Tells two steps of a phase apart. */
  readonly title?: string;
  readonly run: (project: ProviderProject) => Promise<void>;
}

/** Returns a story with one step. */
export function story(columns: readonly ColumnName[], phase: Phase, run: Step["run"], title?: string): Story {
  return { columns, steps: [{ phase, run, ...(title !== undefined && { title }) }] };
}
