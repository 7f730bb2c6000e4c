import type { ProofLayer } from "../support/proof.js";
import type { PlayRequest } from "./play-stories.js";

/** A mistake that someone could make in the engine, and what has to notice it; or why it cannot be made today. */
export type SeededBug = AppliedBug | { readonly bug: string; readonly doesNotApply: string };

export interface AppliedBug {
  readonly bug: string;
  /** What is meant by it here, where it was found out about something that Coconut has not. */
  readonly meaning?: string;
  /** The name of a mutant that makes it. */
  readonly mutant: string;
  readonly caughtBy: Catcher;
}

/** The part of a layer that has to turn red: tests, a story with every single fault, or random stories. */
export type Catcher =
  | { readonly layer: CatchingLayer; readonly file: string; readonly filter?: string }
  | ({ readonly layer: "single-faults" | "simulation" } & PlayRequest);

/** Layers of proof, and the tests that are there besides. */
export type CatchingLayer =
  | Exclude<ProofLayer, "single-faults" | "simulation" | "seeded-bugs">
  | "scenarios"
  | "store tests"
  | "asset tests"
  | "command tests"
  | "provider tests"
  | "unit tests";

/** Where the tests of each layer are. */
export const foldersOfLayers: { readonly [Layer in CatchingLayer]: readonly string[] } = {
  "crash-matrix": ["tests/crash/"],
  "power-loss": ["tests/crash/power-loss.test.ts"],
  lock: ["tests/lock/", "tests/crash/lock.test.ts"],
  "bad-input": ["tests/bad-input/"],
  "altered-bytes": ["tests/altered-bytes/"],
  secrets: ["tests/secrets/"],
  scenarios: ["tests/scenarios/"],
  "store tests": ["tests/store/"],
  "asset tests": ["tests/assets/"],
  "command tests": ["tests/cli/"],
  "provider tests": ["tests/provider/", "tests/providers/"],
  "unit tests": ["src/"],
};
