import {
  isKnown,
  printPosition,
  type ApplyExpression,
  type Diagnostic,
  type Reason,
  type RecordedOrigin,
  type ResourceRow,
  type SkippedCallback,
} from "../../model/index.js";
import { callbackNotRun, type CallbackSite } from "../../plan/index.js";
import type { Evaluated, Evaluator, RecordedProgram } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { membershipOf } from "../facts/origin-of.js";

/**
 * The callbacks of a program that ran in a plan, and those that did not because their argument is unknown or failed.
 */
export class CallbackRuns {
  /** Problems in the callbacks that ran. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #ran: CallbackSite[] = [];
  readonly #skipped: SkippedSite[] = [];
  /** Positions of the callbacks that created the resources in state. */
  #recorded: readonly CallbackSite[] | undefined;

  /** Call it only after everything has been planned. */
  static async of(evaluator: Evaluator, { recorder }: RecordedProgram): Promise<CallbackRuns> {
    const runs = new CallbackRuns();
    for (const node of recorder.callbacks) {
      if ((await membershipOf(node, evaluator)) === "left") continue;
      if (node.isOwn === undefined) runs.#add(node, await evaluator.evaluate(node.to));
      const result = await evaluator.evaluate(node);
      if (!result.ok) runs.diagnostics.push(...result.diagnostics);
    }
    return runs;
  }

  #add({ position, givesMembers }: ApplyExpression, input: Evaluated): void {
    const waitsFor = new Set([...input.dependencies].map(({ urn }) => urn));
    if (input.ok && isKnown(input.value)) this.#ran.push({ position, waitsFor });
    else this.#skipped.push({ position, waitsFor, givesMembers: givesMembers === true, isFailed: !input.ok });
  }

  /** Callbacks that wait for a value that is known after apply, one for each position. */
  get skipped(): readonly SkippedCallback[] {
    const byPlace = new Map<string | SkippedSite, SkippedSite[]>();
    for (const site of this.#skipped) {
      if (site.isFailed) continue;
      const place = site.position === undefined ? site : printPosition(site.position);
      const sites = byPlace.get(place);
      if (sites === undefined) byPlace.set(place, [site]);
      else sites.push(site);
    }
    return [...byPlace.values()].map((sites) => ({
      ...(sites[0]!.position !== undefined && { position: sites[0]!.position }),
      waitsFor: [...new Set(sites.flatMap(({ waitsFor }) => [...waitsFor]))],
      givesMembers: sites.some(({ givesMembers }) => givesMembers),
    }));
  }

  /**
   * Returns why it is unknown whether the program still declares a resource: a callback that may have created it did
   * not run.
   */
  reasonNotRun(row: ResourceRow, state: SnapshotIndex): Reason | undefined {
    if (row.origin.length === 0 || this.#skipped.length === 0) return undefined;
    this.#recorded ??= [...state.byUrn.values()].flatMap(({ origin }) => sitesOf(origin, state));
    const found = callbackNotRun(sitesOf(row.origin, state), {
      ran: this.#ran,
      skipped: this.#skipped,
      recorded: this.#recorded,
    });
    return found && { kind: "callback-did-not-run", ...found };
  }
}

interface SkippedSite extends CallbackSite {
  readonly givesMembers: boolean;
}

function sitesOf(origins: readonly RecordedOrigin[], state: SnapshotIndex): readonly CallbackSite[] {
  return origins.map(({ position, waitsFor }) => ({
    position,
    waitsFor: new Set(waitsFor.map((rid) => state.urnOf(rid))),
  }));
}
