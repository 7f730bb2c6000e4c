import type { ProviderPackage } from "../../provider/contract/index.js";
import type { DefinedResource } from "../../provider/index.js";
import type { TestBench } from "./test-bench.js";
import type { AnySample } from "./sample.js";

/** What is put to the test: one resource type, with its sample. */
export interface Subject {
  readonly defined: DefinedResource;
  readonly sample: AnySample;
  /** The package that implements the type; made anew for each test, which closes what it configures. */
  readonly open: () => Promise<ProviderPackage>;
  readonly config?: { readonly [field: string]: unknown };
  readonly projectFolder?: string;
  readonly time?: TestTime;
}

/** A clock and a timer. */
export interface TestTime {
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `run` when `delayMs` have passed, and returns a function that takes that back. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** Something that every type has to do, or every type of which `when` holds. */
export interface Check {
  readonly name: (type: string) => string;
  readonly when?: (subject: Subject) => boolean;
  readonly run: (bench: TestBench) => Promise<void>;
}
