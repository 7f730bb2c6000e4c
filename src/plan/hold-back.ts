import type { Diagnostic, Reason } from "../model/index.js";
import { groupBy } from "../std/group-by.js";

/** What a plan would do, as far as it matters for what cannot be planned. */
export interface HoldFacts {
  /** By URN, what could not be planned, and why; without a reason what must not be touched, which is told elsewhere. */
  readonly failed: ReadonlyMap<string, Reason | undefined>;
  /** The resources of the program that were planned, and the URNs of what each comes after. */
  readonly planned: readonly { readonly urn: string; readonly needs: readonly string[] }[];
  /** The objects that would leave; of a resource of the program, those that replacements left behind. */
  readonly leaving: readonly LeavingObject[];
  /** Whether state has it. */
  readonly isRecorded: (urn: string) => boolean;
  /** The URNs of what a resource of state needs. */
  readonly recordedNeeds: (urn: string) => Iterable<string>;
}

export interface LeavingObject {
  readonly key: string;
  readonly urn: string;
  /** The URN of the resource that takes it along when it is deleted. */
  readonly goesWith?: string | undefined;
  /** Why it could not be planned, if it could not. */
  readonly failed?: Reason | undefined;
}

export interface HeldBack {
  /** By URN: the failed ones themselves, and the resources of the program that are left alone with them. */
  readonly resources: ReadonlyMap<string, Reason | undefined>;
  /** By key: the objects that stay. */
  readonly leaving: ReadonlyMap<string, Reason | undefined>;
}

/**
 * What is left alone with what cannot be planned: the resources of the program that need it, what goes with it, and
 * what would leave although something that is left alone needs it. Near or far. What must not be touched holds back
 * only the resources that cannot be recorded without it: values that cannot be had have failed already.
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
  // What is added on the way is visited too.
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
 * Whether a problem says that a provider could not answer: its own code threw, it answered with something that its
 * definition does not allow, or not in time. That fails the resource which was asked about. Everything else is about
 * the program, its settings or the stack, and refuses the plan.
 */
export function isFailedQuestion({ code }: Pick<Diagnostic, "code">): boolean {
  return failedQuestions.has(code);
}

const failedQuestions: ReadonlySet<string> = new Set([
  "provider/hook-failed",
  "provider/invalid-answer",
  "engine/no-answer",
]);
