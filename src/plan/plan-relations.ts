import type { Change, Plan, Step } from "../model/index.js";

/** What stands beside what in a plan. */
export interface PlanRelations {
  /** By URN; what an earlier replacement left behind stands behind the resource itself. */
  readonly changes: ReadonlyMap<string, Change>;
  /** The resources that are deleted before they are made again, and wait for this one to be deleted. */
  deletedAfter(urn: string): readonly Change[];
  /** What changes directly or deeper inside a component. */
  changingIn(urn: string): readonly Change[];
  /** Whether an object is removed that the resource does not have any more. */
  hasLeftovers(urn: string): boolean;
}

export function planRelations({ changes, steps }: Pick<Plan, "changes" | "steps">): PlanRelations {
  const byUrn = new Map<string, Change>();
  const leftovers = new Set<string>();
  for (const change of changes) {
    if (byUrn.has(change.urn)) leftovers.add(change.urn);
    else byUrn.set(change.urn, change);
  }
  const children = groups(
    changes.flatMap((change) =>
      change.needs.flatMap(({ kind, urn }) => (kind === "parent" ? [[urn, change] as const] : [])),
    ),
  );
  const deletions = deletedFirst(steps);
  const waiting = groups(
    [...deletions.values()].flatMap(({ urn, after }) => after.map((id) => [id, urn] as const)),
  );
  return {
    changes: byUrn,
    deletedAfter: (urn) => {
      const own = deletions.get(urn);
      return own === undefined ? [] : (waiting.get(own.id) ?? []).flatMap((each) => byUrn.get(each) ?? []);
    },
    changingIn: (urn) => {
      const members = [...(children.get(urn) ?? [])];
      for (const each of members) members.push(...(children.get(each.urn) ?? []));
      return members.filter(isChanging);
    },
    hasLeftovers: (urn) => leftovers.has(urn),
  };
}

/** Whether something happens to a resource that others can notice. */
export function isChanging({ action, kind }: Change): boolean {
  if (kind === "component") return action === "create";
  return action === "create" || action === "update" || action === "replace" || action === "import";
}

/** The removals of resources that are deleted before they are made again, by URN. */
function deletedFirst(steps: readonly Step[]): ReadonlyMap<string, Step> {
  const creations = new Map(steps.flatMap((step) => (step.action === "create" ? [[step.urn, step]] : [])));
  return new Map(
    steps.flatMap((step) => {
      const isRemoval = (step.action === "delete" || step.action === "forget") && step.replacement;
      return isRemoval && creations.get(step.urn)?.after.includes(step.id) ? [[step.urn, step]] : [];
    }),
  );
}

function groups<T>(
  entries: readonly (readonly [key: string, member: T])[],
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const [key, member] of entries) {
    const known = found.get(key);
    if (known === undefined) found.set(key, [member]);
    else known.push(member);
  }
  return found;
}
