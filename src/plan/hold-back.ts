import type { Diagnostic, Reason } from "../model/index.js";
import { groupBy } from "../std/group-by.js";

/** The parts of a plan that matter for resources that cannot be planned. */
export interface HoldFacts {
  /**
   * By URN: resources that could not be planned, with the reason. Without a reason, the resource must not be
   * touched and is reported elsewhere.
   */
  readonly failed: ReadonlyMap<string, Reason | undefined>;
  /** The planned resources of the program, and the URNs of their dependencies. */
  readonly planned: readonly { readonly urn: string; readonly needs: readonly string[] }[];
  /** The objects to be removed; for a declared resource, leftovers of its replacements. */
  readonly leaving: readonly LeavingObject[];
  /** True if the resource is in state. */
  readonly isRecorded: (urn: string) => boolean;
  /** Returns the URNs of the recorded dependencies of a resource. */
  readonly recordedNeeds: (urn: string) => Iterable<string>;
}

export interface LeavingObject {
  readonly key: string;
  readonly urn: string;
  /** The URN of the resource that it is deleted with. */
  readonly goesWith?: string | undefined;
  /** The reason, if it could not be planned. */
  readonly failed?: Reason | undefined;
}

export interface HeldBack {
  /** By URN: the failed resources, and the declared resources that are skipped because of them. */
  readonly resources: ReadonlyMap<string, Reason | undefined>;
  /** By key: the objects that stay. */
  readonly leaving: ReadonlyMap<string, Reason | undefined>;
}

/**
 * Returns everything that is skipped because of resources that cannot be planned: their dependents, the objects
 * deleted with them, and objects to be removed that a skipped resource depends on, directly or indirectly. A
 * resource that must not be touched holds back only resources that cannot be recorded without it: resources that
 * need its values have failed already.
 */
export function holdBack({ failed, planned, leaving, isRecorded, recordedNeeds }: HoldFacts): HeldBack {
  const needing = groupBy(
    planned.flatMap(({ urn, needs }) => needs.map((to) => ({ urn, to }))),
    ({ to }) => to,
  );
  const along = groupBy(leaving, ({ goesWith }) => goesWith);
  const byUrn = groupBy(leaving, ({ urn }) => urn);
  const resources = new Map(failed);
  const held = new Map<string, Reason | undefined>();
  const open = [...failed].map(([urn, reason]) => ({ urn, isTold: reason !== undefined }));
  const keep = ({ key, urn }: LeavingObject, reason: Reason, isTold: boolean) => {
    if (held.has(key)) return;
    held.set(key, isTold ? reason : undefined);
    open.push({ urn, isTold });
  };
  for (const each of leaving) if (each.failed !== undefined) keep(each, each.failed, true);
  // Entries that are added during the loop are visited too.
  for (const { urn, isTold } of open) {
    const isBinding = resources.has(urn) && (isTold || !isRecorded(urn));
    for (const dependent of isBinding ? (needing.get(urn) ?? []) : []) {
      if (resources.has(dependent.urn)) continue;
      resources.set(dependent.urn, isTold ? { kind: "needs-failed", of: urn } : undefined);
      open.push({ urn: dependent.urn, isTold });
    }
    for (const each of along.get(urn) ?? []) keep(each, { kind: "needs-failed", of: urn }, isTold);
    for (const need of recordedNeeds(urn))
      for (const each of byUrn.get(need) ?? []) keep(each, { kind: "needed-by-failed", of: urn }, isTold);
  }
  return { resources, leaving: held };
}

/**
 * True if a diagnostic means that a provider failed to answer: its code threw, its answer violates its definition,
 * or it timed out. That fails only the resource concerned. Any other diagnostic is about the program, its
 * configuration or the stack, and refuses the plan.
 */
export function isFailedQuestion({ code }: Pick<Diagnostic, "code">): boolean {
  return failedQuestions.has(code);
}

const failedQuestions: ReadonlySet<string> = new Set([
  "provider/hook-failed",
  "provider/invalid-answer",
  "engine/no-answer",
]);
