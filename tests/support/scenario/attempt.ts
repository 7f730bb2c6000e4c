import assert from "node:assert/strict";
import { isDiagnosticError, printDiagnostic, type Diagnostic } from "../../../src/model/index.js";
import type { Run, StackPlan } from "../../../src/engine/index.js";
import { outputNames, planText } from "./plan-text.js";

/** How a command ended: with a result, refused by diagnostics, or not at all because its process was killed. */
export type Ending<T> =
  | { readonly kind: "ended"; readonly value: T }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "crashed" };

/** How work ended in a process that may be killed meanwhile. What is no diagnostic is thrown on. */
export async function endingOf<T>(work: Promise<T>, died: Promise<void>): Promise<Ending<T>> {
  const ended = work.then(
    (value): Ending<T> => ({ kind: "ended", value }),
    (error: unknown): Ending<T> => {
      if (isDiagnosticError(error)) return { kind: "refused", diagnostics: error.diagnostics };
      throw error;
    },
  );
  return Promise.race([ended, died.then((): Ending<T> => ({ kind: "crashed" }))]);
}

/** A run that has begun; each verb waits for its end and says what that has to be. */
export class RunAttempt<Ended extends Run = Run> {
  readonly #ending: Promise<Ending<Ended> & { readonly changes: readonly string[] }>;

  constructor(ending: Promise<Ending<Ended> & { readonly changes: readonly string[] }>) {
    this.#ending = ending;
  }

  /** Everything planned was done. */
  async succeeds(): Promise<Ended> {
    const run = ended(await this.#ending);
    if (!run.ok) {
      const unplanned = run.unplanned.map((urn) => `no plan has ${urn}`);
      throw new Error(["The run did not succeed.", texts(run.diagnostics), ...unplanned].join("\n"));
    }
    return run;
  }

  /** It succeeded without touching the cloud or state. */
  async changesNothing(): Promise<Ended> {
    const run = await this.succeeds();
    const steps = run.reports.filter(({ step }) => step.action !== "confirm" && step.action !== "read");
    assert.deepEqual(
      steps.map(({ step }) => step.id),
      [],
      "steps of a run that should change nothing",
    );
    assert.deepEqual((await this.#ending).changes, [], "what a run that should change nothing did");
    return run;
  }

  /** It was refused or failed, with a diagnostic of this code among the others. */
  async fails(code?: string): Promise<readonly Diagnostic[]> {
    const ending = await this.#ending;
    assert.notEqual(ending.kind, "crashed", "The process was killed.");
    const isOk = ending.kind === "ended" && ending.value.ok;
    assert.equal(isOk, false, "The run succeeded.");
    return withCode(diagnosticsOf(ending), code);
  }

  /** Its process was killed where `crashAfter` or `crashBefore` said. */
  async crashes(): Promise<void> {
    const ending = await this.#ending;
    if (ending.kind !== "crashed") {
      throw new Error(`The process was not killed; the run ended.\n${texts(diagnosticsOf(ending))}`);
    }
  }

  /** The end, whatever it is; undefined if the run was refused or its process killed. */
  async ends(): Promise<Ended | undefined> {
    const ending = await this.#ending;
    return ending.kind === "ended" ? ending.value : undefined;
  }
}

/** A plan that is being made. */
export class PlanAttempt {
  readonly #ending: Promise<Ending<StackPlan>>;

  constructor(ending: Promise<Ending<StackPlan>>) {
    this.#ending = ending;
  }

  /**
   * It has exactly these changes, a line for each in program order, removals last. What stays the same is left
   * out, unless a line begins with `same` or `read`.
   */
  async shows(expected: string): Promise<StackPlan> {
    const plan = ended(await this.#ending);
    const lines = trimmed(expected);
    const unchanged = lines.split("\n").some((line) => /^(same|read) /.test(line));
    assert.equal(planText(plan.plan, { unchanged }), lines, "what the plan shows");
    return plan;
  }

  /** It changes no resource and no output. */
  async showsNothing(): Promise<StackPlan> {
    const plan = await this.shows("");
    assert.deepEqual(outputNames(plan.plan), [], "outputs that a plan changes which should show nothing");
    return plan;
  }

  async fails(code?: string): Promise<readonly Diagnostic[]> {
    const ending = await this.#ending;
    assert.notEqual(ending.kind, "ended", "There is a plan.");
    return withCode(diagnosticsOf(ending), code);
  }

  /** The plan as the bytes of a file. */
  async file(): Promise<Uint8Array> {
    return ended(await this.#ending).file();
  }

  /** The plan, whatever it shows. */
  async succeeds(): Promise<StackPlan> {
    return ended(await this.#ending);
  }
}

/** Lines without what only layout needs. */
export function trimmed(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "")
    .join("\n");
}

function ended<T>(ending: Ending<T>): T {
  if (ending.kind === "ended") return ending.value;
  throw new Error(
    ending.kind === "crashed" ? "The process was killed." : `It was refused.\n${texts(ending.diagnostics)}`,
  );
}

function diagnosticsOf(ending: Ending<unknown>): readonly Diagnostic[] {
  if (ending.kind === "crashed") return [];
  if (ending.kind === "refused") return ending.diagnostics;
  return (ending.value as Partial<Run>).diagnostics ?? [];
}

function withCode(diagnostics: readonly Diagnostic[], code: string | undefined): readonly Diagnostic[] {
  const codes = diagnostics.map((each) => each.code);
  if (code !== undefined && !codes.includes(code)) {
    throw new Error(`There is no ${code} among the diagnostics.\n${texts(diagnostics)}`);
  }
  return diagnostics;
}

function texts(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(printDiagnostic).join("\n") || "There are no diagnostics.";
}
