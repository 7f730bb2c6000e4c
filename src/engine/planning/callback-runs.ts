import {
  isKnown,
  printPosition,
  type Diagnostic,
  type Reason,
  type ResourceRow,
  type SkippedCallback,
  type SourcePosition,
} from "../../model/index.js";
import type { Evaluator, RecordedProgram } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { membershipOf } from "../facts/origin-of.js";

/** Which callbacks of a program ran in a plan, and which did not because what they are given is known after apply. */
export class CallbackRuns {
  /** What went wrong in those that ran. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #ran: CallbackSite[] = [];
  readonly #skipped: CallbackSite[] = [];

  /** To be asked once everything has been planned. */
  static async of(evaluator: Evaluator, { recorder }: RecordedProgram): Promise<CallbackRuns> {
    const runs = new CallbackRuns();
    for (const node of recorder.callbacks) {
      if ((await membershipOf(node, evaluator)) === "left") continue;
      const input = await evaluator.evaluate(node.to);
      const site = {
        position: node.position,
        place: node.position && printPosition(node.position),
        waitsFor: new Set([...input.dependencies].map(({ urn }) => urn)),
        givesMembers: node.givesMembers === true,
      };
      (input.ok && !isKnown(input.value) ? runs.#skipped : runs.#ran).push(site);
      const result = await evaluator.evaluate(node);
      if (!result.ok) runs.diagnostics.push(...result.diagnostics);
    }
    return runs;
  }

  /** Those that did not run, one for each place. */
  get skipped(): readonly SkippedCallback[] {
    const byPlace = new Map<string | CallbackSite, CallbackSite[]>();
    for (const site of this.#skipped) {
      const sites = byPlace.get(site.place ?? site);
      if (sites === undefined) byPlace.set(site.place ?? site, [site]);
      else sites.push(site);
    }
    return [...byPlace.values()].map((sites) => ({
      ...(sites[0]!.position !== undefined && { position: sites[0]!.position }),
      waitsFor: [...new Set(sites.flatMap(({ waitsFor }) => [...waitsFor]))],
      givesMembers: sites.some(({ givesMembers }) => givesMembers),
    }));
  }

  /**
   * Why it cannot be said whether a resource is still asked for: the callback that made it may be one that did
   * not run. Code moves, so a callback is known by where it stands and by what it waits for; in doubt it counts
   * as one that did not run.
   */
  reasonNotRun(row: ResourceRow, state: SnapshotIndex): Reason | undefined {
    if (row.origin.length === 0 || this.#skipped.length === 0) return undefined;
    const origins = row.origin.map(({ position, waitsFor }) => ({
      place: position && printPosition(position),
      waitsFor: new Set(waitsFor.map((rid) => state.urnOf(rid))),
    }));
    const skipped = this.#skipped.find((site) => origins.some((origin) => isLike(site, origin)));
    const hasRun = origins.every((origin) => this.#ran.some((site) => isSame(site, origin)));
    if (skipped === undefined && hasRun) return undefined;
    const { position } = skipped ?? this.#skipped[0]!;
    return { kind: "callback-did-not-run", ...(position && { position }) };
  }
}

interface Origin {
  readonly place: string | undefined;
  readonly waitsFor: ReadonlySet<string>;
}

interface CallbackSite extends Origin {
  readonly position: SourcePosition | undefined;
  readonly givesMembers: boolean;
}

function isLike(site: CallbackSite, origin: Origin): boolean {
  const standsThere = site.place !== undefined && site.place === origin.place;
  return standsThere || [...origin.waitsFor].some((urn) => site.waitsFor.has(urn));
}

function isSame(site: CallbackSite, origin: Origin): boolean {
  const isSubset = [...origin.waitsFor].every((urn) => site.waitsFor.has(urn));
  return site.place === origin.place && isSubset && site.waitsFor.size === origin.waitsFor.size;
}
