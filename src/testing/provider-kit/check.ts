import type { ProviderPackage } from "../../provider/contract/index.js";
import type { DefinedResource } from "../../provider/index.js";
import type { TestBench } from "./test-bench.js";
import type { AnySample } from "./sample.js";

/** The subject of a test: one resource type, with its sample. */
export interface Subject {
  readonly defined: DefinedResource;
  readonly sample: AnySample;
  /**
   * Opens the package that implements the type. Called for each test, which closes the configurations that it makes.
   */
  readonly open: () => Promise<ProviderPackage>;
  readonly config?: { readonly [field: string]: unknown };
  readonly projectFolder?: string;
  readonly time?: TestTime;
}

/** A clock and a timer. */
export interface TestTime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `run` after `delayMs`. Returns a function that cancels the call. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** A requirement for every type, or for every type for which `when` is true. */
export interface Check {
  readonly name: (type: string) => string;
  readonly when?: (subject: Subject) => boolean;
  readonly run: (bench: TestBench) => Promise<void>;
}
