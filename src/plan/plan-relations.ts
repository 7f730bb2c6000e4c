import type { Change, Plan, Step } from "../model/index.js";

/** The relations between the changes of a plan. */
export interface PlanRelations {
  /** By URN. A leftover of an earlier replacement never hides the resource itself. */
  readonly changes: ReadonlyMap<string, Change>;
  /**
   * Returns the resources that are deleted before their replacement is created and wait for this one to be deleted.
   */
  deletedAfter(urn: string): readonly Change[];
  /** Returns the changes inside a component, at any depth. */
  changingIn(urn: string): readonly Change[];
  /** True if a leftover object of the resource is removed. */
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

/** True if a change is visible to dependents. */
export function isChanging({ action, kind }: Change): boolean {
  if (kind === "component") return action === "create";
  return action === "create" || action === "update" || action === "replace" || action === "import";
}

/** Returns the removal steps of resources that are deleted before their replacement is created, by URN. */
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
