import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { orderGraph } from "../graph/index.js";
import type { Step } from "../model/index.js";
import { expand, type DecidedResource, type Removal } from "./expand.js";

interface World {
  readonly decided: readonly DecidedResource[];
  readonly removals: readonly Removal[];
  readonly dependents: (urn: string) => readonly string[];
  readonly steps: readonly Step[];
}

const actions = [
  "create",
  "update",
  "record",
  "same",
  "read",
  "create-first",
  "delete-first",
  "gone",
] as const;

/** Programs and states of a few resources; what is recorded has an order of its own. */
const arbitraryWorld: fc.Arbitrary<World> = fc.integer({ min: 1, max: 8 }).chain((size) => {
  const urns = Array.from({ length: size }, (_, index) => `r${index}`);
  const some = () => fc.subarray(urns, { maxLength: Math.min(3, size) });
  const resource = fc.record({
    action: fc.constantFrom(...actions),
    needs: some(),
    left: fc.boolean(),
    removeBy: fc.constantFrom("delete", "forget"),
    isStillNeeded: fc.constantFrom(true as const, undefined),
    isOpen: fc.boolean(),
  });
  return fc
    .record({
      resources: fc.array(resource, { minLength: size, maxLength: size }),
      recordedOrder: fc.shuffledSubarray(urns, { minLength: size }),
      recorded: fc.array(some(), { minLength: size, maxLength: size }),
    })
    .map(({ resources, recordedOrder, recorded }) => {
      const decided = resources.flatMap((resource, index): DecidedResource[] => {
        const { action, removeBy, isStillNeeded, isOpen } = resource;
        if (action === "gone") return [];
        const needs = resource.needs.filter(
          (need) => urns.indexOf(need) < index && resources[urns.indexOf(need)]!.action !== "gone",
        );
        const rest = { urn: urns[index]!, isManaged: true, removeBy, needs };
        if (action !== "create-first" && action !== "delete-first") return [{ ...rest, action }];
        const object = { rid: index, generation: 2 };
        const replaced = { action: "replace", replaceOrder: action, object, isOpen } as const;
        return [{ ...rest, ...replaced, ...(isStillNeeded && { isStillNeeded }) }];
      });
      const removals = resources.flatMap(({ action, left, removeBy }, rid): Removal[] => [
        ...(left ? [{ urn: urns[rid]!, by: "delete", object: { rid, generation: 1 } } as const] : []),
        ...(action === "gone" ? [{ urn: urns[rid]!, by: removeBy, object: { rid, generation: 2 } }] : []),
      ]);
      const place = (urn: string) => recordedOrder.indexOf(urn);
      const dependents = (urn: string) =>
        recorded[urns.indexOf(urn)]!.filter((dependent) => place(dependent) > place(urn));
      return { decided, removals, dependents, steps: expand(decided, removals, dependents) };
    });
});

describe("whatever is planned", () => {
  test("the steps have an order, ids of their own, and wait for steps that there are", () => {
    fc.assert(
      fc.property(arbitraryWorld, ({ steps: found }) => {
        const ids = new Set(found.map(({ id }) => id));
        expect(ids.size).toBe(found.length);
        for (const { after } of found) {
          expect(new Set(after).size).toBe(after.length);
          expect(after.filter((id) => !ids.has(id))).toEqual([]);
        }
        expect(orderGraph(graphOf(found))).toHaveProperty("order");
      }),
      { numRuns: 5 * runs },
    );
  });

  test("what the program needs is settled before", () => {
    fc.assert(
      fc.property(arbitraryWorld, ({ steps: found, ...world }) => {
        for (const { urn, needs } of world.decided) {
          const own = mainStep(found, urn);
          for (const need of needs) {
            const needed = mainStep(found, need);
            if (needed === undefined) continue;
            // A resource whose dependencies are all unchanged is unchanged.
            if (own === undefined) expect(needed.action).toBe("confirm");
            else expect(own.after).toContain(needed.id);
          }
        }
      }),
    );
  });

  test("what is done comes behind every change of what it needs, however far away", () => {
    fc.assert(
      fc.property(arbitraryWorld, ({ steps: found, ...world }) => {
        const needs = new Map(world.decided.map((each) => [each.urn, each.needs]));
        const { needs: after } = graphOf(found);
        for (const step of found.filter((each) => !isRemoval(each) && each.action !== "confirm")) {
          const before = behind(step.id, after);
          for (const urn of behind(step.urn, (each) => needs.get(each) ?? [])) {
            const needed = mainStep(found, urn);
            if (needed !== undefined && needed.action !== "confirm") expect([...before]).toContain(needed.id);
          }
        }
      }),
      { numRuns: 5 * runs },
    );
  });

  test("what may stay goes behind all that decides it, unless that waits for it", () => {
    fc.assert(
      fc.property(arbitraryWorld, ({ steps: found, ...world }) => {
        const { needs: after } = graphOf(found);
        for (const { urn, needs, isOpen } of world.decided) {
          const removal = found.find(
            (step) => step.urn === urn && step.replacement && isFirstDelete(found, step),
          );
          if (removal === undefined || !isOpen) continue;
          for (const need of needs) {
            const needed = mainStep(found, need);
            if (needed === undefined || behind(needed.id, after).has(removal.id)) continue;
            expect([...behind(removal.id, after)]).toContain(needed.id);
          }
        }
      }),
      { numRuns: 5 * runs },
    );
  });

  test("an object goes behind everything that is done to those who need it", () => {
    fc.assert(
      fc.property(arbitraryWorld, ({ steps: found, ...world }) => {
        for (const step of found.filter(isRemoval)) {
          const isFirst = mainStep(found, step.urn)?.after.includes(step.id) === true;
          const dependents = world.dependents(step.urn);
          const before = found.filter(({ urn }) => urn !== step.urn && dependents.includes(urn));
          // A first delete waits only for other first deletes.
          const awaited = isFirst ? before.filter((other) => isFirstDelete(found, other)) : before;
          expect(step.after).toEqual(expect.arrayContaining(awaited.map(({ id }) => id)));
        }
      }),
    );
  });
});

function isRemoval({ action }: Step): boolean {
  return action === "delete" || action === "forget";
}

function isFirstDelete(found: readonly Step[], step: Step): boolean {
  return isRemoval(step) && mainStep(found, step.urn)?.after.includes(step.id) === true;
}

/** All that is reached from one, itself not. */
function behind<Key>(from: Key, next: (key: Key) => Iterable<Key>): Set<Key> {
  const reached = new Set([from]);
  for (const each of reached) for (const other of next(each)) reached.add(other);
  reached.delete(from);
  return reached;
}

function mainStep(found: readonly Step[], urn: string): Step | undefined {
  return found.find((step) => step.urn === urn && !isRemoval(step));
}

function graphOf(found: readonly Step[]) {
  const byId = new Map(found.map((step) => [step.id, step]));
  return { nodes: [...byId.keys()], needs: (id: string) => byId.get(id)!.after };
}
