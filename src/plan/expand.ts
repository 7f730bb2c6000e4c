import type { ChangeAction, ResourceId, Step, StepAction } from "../model/index.js";
import { waitFor } from "./wait-for.js";

/** One declared resource with its decision. */
export interface DecidedResource {
  readonly urn: string;
  readonly action: Extract<
    ChangeAction,
    "create" | "update" | "replace" | "record" | "same" | "read" | "import"
  >;
  readonly replaceOrder?: "create-first" | "delete-first" | undefined;
  /** False for components: they are recorded without a provider call. */
  readonly isManaged: boolean;
  /** Its current object. */
  readonly object?: ObjectName | undefined;
  /** How its old object is removed from state if it is replaced. */
  readonly removeBy: "delete" | "forget";
  /**
   * True if a resource outside the plan depends on the old object. If the object can stay, a later plan removes it.
   */
  readonly isStillNeeded?: boolean;
  /** True if the replacement may turn out unnecessary once its unknown values are known. */
  readonly isOpen?: boolean;
  /**
   * True if its sources can change between plan and apply, whatever the plan does. It is checked again during
   * apply.
   */
  readonly isUnsteady?: boolean;
  /** The URNs of its dependencies in the program. */
  readonly needs: readonly string[];
}

/** An object that the program no longer declares, or that a replacement left behind. */
export interface Removal {
  readonly urn: string;
  readonly object: ObjectName;
  readonly by: "delete" | "forget";
  /** The resource that it is deleted with. */
  readonly goesWith?: string;
}

export interface ObjectName {
  readonly rid: ResourceId;
  readonly generation: number;
}

/**
 * Returns the steps that carry out the decisions, in program order. A step waits for the dependencies of its
 * resource. An object is removed only after all of its recorded dependents have moved away or are gone.
 */
export function expand(
  decided: readonly DecidedResource[],
  removals: readonly Removal[],
  recordedDependents: (urn: string) => readonly string[],
): readonly Step[] {
  const orders = replaceOrders(decided, recordedDependents);
  const main = mainActions(decided, orders);
  // Shares one string per step, however many steps wait for it.
  const ids = new Map(Array.from(main, ([urn, action]) => [urn, stepId(action, urn)]));
  const removed = removalIds(decided, orders, removals);
  const late = behindSuccessors(decided, orders);
  const lateRemovals = removalsBehind(late, removed.keys(), recordedDependents);
  const removedAhead = (urn: string): string[] => {
    const isFirst = orders.get(urn) === "delete-first";
    if (main.has(urn) && !isFirst) return [];
    const ids = removed.get(urn) ?? [];
    return lateRemovals.has(urn) ? ids.slice(0, isFirst ? 1 : 0) : ids;
  };
  const afterDependents = (urn: string, moved: boolean): string[] =>
    recordedDependents(urn).flatMap((dependent) => [
      ...(moved && main.has(dependent) ? [ids.get(dependent)!] : []),
      ...(moved ? (removed.get(dependent) ?? []) : removedAhead(dependent)),
    ]);
  const doubts = openCascades(decided, orders, late);
  const decidedBefore = (resource: DecidedResource) =>
    [resource, ...(doubts.get(resource.urn) ?? [])].flatMap(({ needs }) =>
      needs.flatMap((need) => (late.has(need) ? [] : (ids.get(need) ?? []))),
    );

  const steps: Step[] = [];
  for (const resource of decided) {
    const action = main.get(resource.urn);
    const isReplacement = resource.action === "replace";
    const deletesFirst = isReplacement && orders.get(resource.urn) === "delete-first";
    const after = resource.needs.flatMap((need) => ids.get(need) ?? []);
    if (isReplacement && resource.object !== undefined && !leavesOld(resource, orders)) {
      // A first delete happens as late as possible, because its successor is checked before.
      const own = deletesFirst ? decidedBefore(resource) : [stepId("create", resource.urn)];
      const others = afterDependents(resource.urn, !deletesFirst);
      const removal = { urn: resource.urn, object: resource.object, by: resource.removeBy };
      steps.push(removalStep(removal, [...own, ...others], true));
      if (deletesFirst) after.push(removalId(removal));
    }
    if (action === undefined) continue;
    steps.push({
      id: ids.get(resource.urn)!,
      action,
      urn: resource.urn,
      object: isReplacement ? undefined : resource.object,
      after: unique(after),
      replacement: isReplacement,
    });
  }
  const along = removedAlong(removals, recordedDependents);
  for (const removal of removals) {
    const others = along.filter(({ leader }) => leader === removal.urn).map((each) => each.removal);
    const leader = along.find((each) => each.removal === removal)?.leader;
    const own = new Set(others.map(removalId));
    const after = [
      ...(leader === undefined ? [] : (removed.get(leader) ?? [])),
      ...[removal, ...others].flatMap(({ urn }) => afterDependents(urn, true)),
    ].filter((id) => !own.has(id));
    steps.push(removalStep(removal, after, false));
  }
  return doubts.size === 0 ? steps : behindOtherCascades(steps, doubts, late, ids);
}

/**
 * Returns, for each resource that is deleted first, the uncertain replacements among itself and the direct and
 * indirect sources of its values. They are decided before the delete.
 */
function openCascades(
  decided: readonly DecidedResource[],
  orders: ReadonlyMap<string, string>,
  late: ReadonlySet<string>,
): ReadonlyMap<string, readonly DecidedResource[]> {
  const doubts = new Map<string, readonly DecidedResource[]>();
  for (const resource of decided) {
    const { urn, needs, isOpen } = resource;
    if (!late.has(urn)) continue;
    const found = new Set(needs.flatMap((need) => doubts.get(need) ?? []));
    if (isOpen && orders.get(urn) === "delete-first") found.add(resource);
    if (found.size > 0) doubts.set(urn, [...found]);
  }
  return doubts;
}

/**
 * Makes first deletes also wait for values that come from behind another cascade, unless those values wait for the
 * delete.
 */
function behindOtherCascades(
  steps: readonly Step[],
  doubts: ReadonlyMap<string, readonly DecidedResource[]>,
  late: ReadonlySet<string>,
  ids: ReadonlyMap<string, string>,
): readonly Step[] {
  const firstDeletes = new Set(
    steps.flatMap(({ urn, action, after }) => (action === "create" ? after.map((id) => `${urn} ${id}`) : [])),
  );
  return waitFor(steps, ({ id, urn, action, replacement }) => {
    const isFirst =
      replacement && (action === "delete" || action === "forget") && firstDeletes.has(`${urn} ${id}`);
    const needs = (isFirst ? (doubts.get(urn) ?? []) : []).flatMap((resource) => resource.needs);
    return needs.flatMap((need) => (late.has(need) ? (ids.get(need) ?? []) : []));
  });
}

/**
 * Returns the removals that wait until the object they are deleted with is deleted, each with its final leader. If
 * another removal must happen after one and before the other, the removal does not wait.
 */
function removedAlong(
  removals: readonly Removal[],
  recordedDependents: (urn: string) => readonly string[],
): readonly { readonly removal: Removal; readonly leader: string }[] {
  const leaders = new Map(
    removals.flatMap(({ urn, goesWith }) => (goesWith === undefined ? [] : [[urn, goesWith]])),
  );
  const leaderOf = (urn: string): string => {
    const leader = leaders.get(urn);
    return leader === undefined ? urn : leaderOf(leader);
  };
  return removals
    .filter(({ goesWith }) => goesWith !== undefined)
    .map((removal) => ({ removal, leader: leaderOf(removal.urn) }))
    .filter(({ removal, leader }) => {
      const between = recordedDependents(leader).filter((each) => leaderOf(each) !== leader);
      const behind = new Set(between);
      for (const each of behind) for (const next of recordedDependents(each)) behind.add(next);
      return !behind.has(removal.urn);
    });
}

/**
 * A replaced resource that depended on something that is deleted first must be deleted before it, whatever its own
 * reason. An old object that others need stays.
 */
function replaceOrders(
  decided: readonly DecidedResource[],
  recordedDependents: (urn: string) => readonly string[],
): Map<string, "create-first" | "delete-first"> {
  const orders = new Map<string, "create-first" | "delete-first">();
  const stays = new Set<string>();
  for (const { urn, action, replaceOrder, isStillNeeded } of decided) {
    if (action !== "replace") continue;
    orders.set(urn, replaceOrder ?? "create-first");
    if (isStillNeeded) stays.add(urn);
  }
  const open = [...orders.keys()].filter((urn) => orders.get(urn) === "delete-first");
  for (let needed = open.pop(); needed !== undefined; needed = open.pop()) {
    for (const urn of recordedDependents(needed)) {
      if (orders.get(urn) !== "create-first" || stays.has(urn)) continue;
      orders.set(urn, "delete-first");
      open.push(urn);
    }
  }
  return orders;
}

/** Returns the resources whose steps may come after the create of something that was deleted first. */
function behindSuccessors(
  decided: readonly DecidedResource[],
  orders: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const late = new Set<string>();
  for (const { urn, needs } of decided) {
    if (orders.get(urn) === "delete-first" || needs.some((need) => late.has(need))) late.add(urn);
  }
  return late;
}

/**
 * Returns the resources whose removals may come after those, because their dependents move away or are removed only
 * then.
 */
function removalsBehind(
  late: ReadonlySet<string>,
  removed: Iterable<string>,
  recordedDependents: (urn: string) => readonly string[],
): ReadonlySet<string> {
  const neededBy = new Map<string, string[]>();
  for (const urn of removed) {
    for (const dependent of recordedDependents(urn)) {
      const needed = neededBy.get(dependent);
      if (needed === undefined) neededBy.set(dependent, [urn]);
      else needed.push(urn);
    }
  }
  const behind = new Set<string>();
  for (const start of late) {
    const open = [start];
    for (let urn = open.pop(); urn !== undefined; urn = open.pop()) {
      for (const needed of neededBy.get(urn) ?? []) {
        if (behind.has(needed)) continue;
        behind.add(needed);
        open.push(needed);
      }
    }
  }
  return behind;
}

/** Returns the main action of each resource; none for an unchanged resource without changes before it. */
function mainActions(
  decided: readonly DecidedResource[],
  orders: ReadonlyMap<string, unknown>,
): Map<string, StepAction> {
  const main = actionsBehindChanges(decided, orders);
  // The direct and indirect dependencies of resources with an action: through them, steps wait for earlier changes.
  const awaited = new Set<string>();
  for (let index = decided.length - 1; index >= 0; index--) {
    const { urn, isUnsteady, needs } = decided[index]!;
    const action = main.get(urn);
    if (action === undefined) continue;
    if (action !== "confirm" || awaited.has(urn)) for (const need of needs) awaited.add(need);
    else if (!isUnsteady && !needs.some((need) => isChange(main.get(need)))) main.delete(urn);
  }
  return main;
}

/** A change may have an unexpected result. A confirmation cannot: the resource is unchanged, or the run fails. */
function isChange(action: StepAction | undefined): boolean {
  return action !== undefined && action !== "confirm";
}

/**
 * Adds the unchanged resources behind a change, however far. Steps behind them wait for the change through them.
 */
function actionsBehindChanges(
  decided: readonly DecidedResource[],
  orders: ReadonlyMap<string, unknown>,
): Map<string, StepAction> {
  const main = new Map<string, StepAction>();
  for (const { urn, action, isManaged, isUnsteady, needs } of decided) {
    if (action === "same") {
      if (isUnsteady || needs.some((need) => main.has(need))) main.set(urn, "confirm");
    } else if (orders.has(urn)) {
      main.set(urn, "create");
    } else {
      main.set(urn, isManaged ? (action as StepAction) : "record");
    }
  }
  return main;
}

function leavesOld({ urn, isStillNeeded }: DecidedResource, orders: ReadonlyMap<string, string>): boolean {
  return isStillNeeded === true && orders.get(urn) !== "delete-first";
}

function removalIds(
  decided: readonly DecidedResource[],
  orders: ReadonlyMap<string, string>,
  removals: readonly Removal[],
): Map<string, string[]> {
  // The replaced object comes first, before leftovers of earlier replacements.
  const ids = new Map<string, string[]>();
  const add = (removal: Removal) => {
    const known = ids.get(removal.urn);
    if (known === undefined) ids.set(removal.urn, [removalId(removal)]);
    else known.push(removalId(removal));
  };
  for (const resource of decided) {
    const { urn, action, object, removeBy } = resource;
    if (action === "replace" && object !== undefined && !leavesOld(resource, orders))
      add({ urn, object, by: removeBy });
  }
  removals.forEach(add);
  return ids;
}

function removalStep(removal: Removal, after: readonly string[], replacement: boolean): Step {
  const { urn, object, by } = removal;
  const id = removalId(removal);
  return { id, action: by, urn, object, after: unique(after).filter((other) => other !== id), replacement };
}

function removalId({ urn, object, by }: Removal): string {
  return `${by} ${urn} ${object.generation}`;
}

function stepId(action: StepAction, urn: string): string {
  return `${action} ${urn}`;
}

function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}
