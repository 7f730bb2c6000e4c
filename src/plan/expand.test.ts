import { describe, expect, test } from "vitest";
import { orderGraph } from "../graph/index.js";
import type { Step } from "../model/index.js";
import { expand, type DecidedResource, type Removal } from "./expand.js";

type Resource = Partial<Omit<DecidedResource, "urn" | "action">> & { readonly action: string };

/** A resource of the program per key, in an order in which each stands behind what it needs. */
type Program = Readonly<Record<string, Resource>>;

interface Case {
  readonly story: string;
  readonly program: Program;
  readonly removals?: readonly Removal[];
  /** The recorded dependencies. */
  readonly dependents?: Readonly<Record<string, readonly string[]>>;
  /** The steps in their order, each with those it comes after. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

const createFirst = { action: "replace", replaceOrder: "create-first" } as const;
const deleteFirst = { action: "replace", replaceOrder: "delete-first" } as const;

function steps({ program, removals = [], dependents = {} }: Omit<Case, "story" | "steps">): readonly Step[] {
  const decided = Object.entries(program).map(([urn, resource]): DecidedResource => ({
    urn,
    isManaged: true,
    removeBy: "delete",
    needs: [],
    ...(resource.action !== "create" && { object: { rid: 1, generation: 1 } }),
    ...resource,
    action: resource.action as DecidedResource["action"],
  }));
  return expand(decided, removals, (urn) => dependents[urn] ?? []);
}

function gone(urn: string, generation = 1, by: Removal["by"] = "delete"): Removal {
  return { urn, by, object: { rid: 1, generation } };
}

function goesWith(urn: string, other: string): Removal {
  return { ...gone(urn, 1, "forget"), goesWith: other };
}

const cases: readonly Case[] = [
  { story: "nothing is asked for, nothing is there", program: {}, steps: {} },
  {
    story: "what is created comes behind what it needs",
    program: {
      net: { action: "create" },
      disk: { action: "create" },
      vm: { action: "create", needs: ["net", "disk"] },
    },
    steps: { "create net": [], "create disk": [], "create vm": ["create net", "create disk"] },
  },
  {
    story: "what stays is confirmed if what it is made from can move by itself",
    program: {
      net: { action: "same", isUnsteady: true },
      vm: { action: "same", needs: ["net"] },
      disk: { action: "same" },
    },
    steps: { "confirm net": [] },
  },
  {
    story: "a child comes behind its parent; components are recorded only",
    program: {
      site: { action: "create", isManaged: false },
      bucket: { action: "create", needs: ["site"] },
    },
    steps: { "record site": [], "create bucket": ["record site"] },
  },
  {
    story: "a need that is named twice, or stays as it is, is no edge",
    program: {
      same: { action: "same" },
      net: { action: "update" },
      vm: { action: "update", needs: ["net", "net", "same"] },
    },
    steps: { "update net": [], "update vm": ["update net"] },
  },
  {
    story: "what stays the same is confirmed if it needs what changes, and nothing that only needs that",
    program: {
      still: { action: "same" },
      alone: { action: "same", needs: ["still"] },
      net: { action: "update" },
      vm: { action: "same", needs: ["net"] },
      name: { action: "same", needs: ["vm"] },
      group: { action: "same", needs: ["name"], isManaged: false },
    },
    steps: { "update net": [], "confirm vm": ["update net"] },
  },
  {
    story: "between two changes everything is confirmed, however far apart they are",
    program: {
      net: { action: "update" },
      vm: { action: "same", needs: ["net"] },
      name: { action: "same", needs: ["vm"] },
      other: { action: "same", needs: ["vm"] },
      group: { action: "update", needs: ["name"] },
    },
    steps: {
      "update net": [],
      "confirm vm": ["update net"],
      "confirm name": ["confirm vm"],
      "update group": ["confirm name"],
    },
  },
  {
    story: "externals are read, and records made, in their order",
    program: {
      zone: { action: "read" },
      net: { action: "record", needs: ["zone"] },
    },
    steps: { "read zone": [], "record net": ["read zone"] },
  },
  {
    story: "create-first: the old object goes when the new one is there and its dependents have moved",
    program: {
      net: createFirst,
      vm: { action: "update", needs: ["net"] },
      name: { action: "same", needs: ["net"] },
    },
    dependents: { net: ["vm", "name"] },
    steps: {
      "delete net 1": ["create net", "update vm", "confirm name"],
      "create net": [],
      "update vm": ["create net"],
      "confirm name": ["create net"],
    },
  },
  {
    story: "create-first all the way: old objects go in reverse",
    program: { net: createFirst, vm: { ...createFirst, needs: ["net"] } },
    dependents: { net: ["vm"] },
    steps: {
      "delete net 1": ["create net", "create vm", "delete vm 1"],
      "create net": [],
      "delete vm 1": ["create vm"],
      "create vm": ["create net"],
    },
  },
  {
    story: "delete-first: the object goes, its successor comes, dependents move",
    program: { net: deleteFirst, vm: { action: "update", needs: ["net"] } },
    dependents: { net: ["vm"] },
    steps: { "delete net 1": [], "create net": ["delete net 1"], "update vm": ["create net"] },
  },
  {
    story: "delete-first takes along those that are replaced as well",
    program: {
      net: deleteFirst,
      vm: { ...createFirst, needs: ["net"] },
      name: { ...createFirst, needs: ["vm"] },
    },
    dependents: { net: ["vm"], vm: ["name"] },
    steps: {
      "delete net 1": ["delete vm 1"],
      "create net": ["delete net 1"],
      "delete vm 1": ["delete name 1"],
      "create vm": ["create net", "delete vm 1"],
      "delete name 1": [],
      "create name": ["create vm", "delete name 1"],
    },
  },
  {
    story: "unless its old object has to stay for others",
    program: { net: deleteFirst, vm: { ...createFirst, needs: ["net"], isStillNeeded: true } },
    dependents: { net: ["vm"] },
    steps: {
      "delete net 1": [],
      "create net": ["delete net 1"],
      "create vm": ["create net"],
    },
  },
  {
    story: "what is deleted first waits for what its successor needs, to be checked with it",
    program: { zone: { action: "update" }, net: { ...deleteFirst, needs: ["zone"] } },
    steps: {
      "update zone": [],
      "delete net 1": ["update zone"],
      "create net": ["update zone", "delete net 1"],
    },
  },
  {
    story: "nothing of a cascade goes before what its leader is decided by, if the leader may stay",
    program: {
      job: { action: "update" },
      net: { ...deleteFirst, needs: ["job"], isOpen: true },
      vm: { ...deleteFirst, needs: ["net"], isOpen: true },
    },
    dependents: { net: ["vm"] },
    steps: {
      "update job": [],
      "delete net 1": ["update job", "delete vm 1"],
      "create net": ["update job", "delete net 1"],
      "delete vm 1": ["update job"],
      "create vm": ["create net", "delete vm 1"],
    },
  },
  {
    story: "a leader that goes in any case keeps nobody waiting",
    program: {
      job: { action: "update" },
      net: { ...deleteFirst, needs: ["job"] },
      vm: { ...deleteFirst, needs: ["net"], isOpen: true },
    },
    dependents: { net: ["vm"] },
    steps: {
      "update job": [],
      "delete net 1": ["update job", "delete vm 1"],
      "create net": ["update job", "delete net 1"],
      "delete vm 1": [],
      "create vm": ["create net", "delete vm 1"],
    },
  },
  {
    story: "what may stay waits for values from behind another cascade",
    program: {
      net: deleteFirst,
      job: { action: "update", needs: ["net"] },
      vm: { ...deleteFirst, needs: ["job"], isOpen: true },
    },
    dependents: { net: ["job"], job: ["vm"] },
    steps: {
      "delete net 1": [],
      "create net": ["delete net 1"],
      "update job": ["create net"],
      "delete vm 1": ["update job"],
      "create vm": ["update job", "delete vm 1"],
    },
  },
  {
    story: "what is deleted first waits for dependents that the program dropped",
    program: { net: deleteFirst },
    removals: [gone("vm")],
    dependents: { net: ["vm"] },
    steps: { "delete net 1": ["delete vm 1"], "create net": ["delete net 1"], "delete vm 1": [] },
  },
  {
    story: "but not for those that others can leave only when the successor is there",
    program: { net: deleteFirst, name: { action: "update", needs: ["net"] } },
    removals: [gone("vm")],
    dependents: { net: ["vm"], vm: ["name"] },
    steps: {
      "delete net 1": [],
      "create net": ["delete net 1"],
      "update name": ["create net"],
      "delete vm 1": ["update name"],
    },
  },
  {
    story: "nor for what an earlier replacement of a dependent left, if that has to wait",
    program: {
      net: deleteFirst,
      vm: { ...deleteFirst, needs: ["net"], object: { rid: 1, generation: 2 } },
      name: { action: "update", needs: ["vm"] },
    },
    removals: [gone("vm", 1)],
    dependents: { net: ["vm"], vm: ["name"] },
    steps: {
      "delete net 1": ["delete vm 2"],
      "create net": ["delete net 1"],
      "delete vm 2": [],
      "create vm": ["create net", "delete vm 2"],
      "update name": ["create vm"],
      "delete vm 1": ["update name"],
    },
  },
  {
    story: "an adopted object is updated in its one step, in order with what it needs and what needs it",
    program: {
      net: { action: "create" },
      vm: { action: "import", needs: ["net"] },
      rule: { action: "create", needs: ["vm"] },
    },
    steps: { "create net": [], "import vm": ["create net"], "create rule": ["import vm"] },
  },
  {
    story: "what goes with another leaves behind it, after whoever needs it",
    program: {},
    removals: [gone("net"), goesWith("vm", "net"), goesWith("disk", "vm"), gone("rule")],
    dependents: { net: ["vm"], vm: ["disk", "rule"] },
    steps: {
      "delete net 1": ["delete rule 1"],
      "forget vm 1": ["delete net 1", "forget disk 1", "delete rule 1"],
      "forget disk 1": ["delete net 1"],
      "delete rule 1": [],
    },
  },
  {
    story: "something in between lets what goes with another leave first",
    program: {},
    removals: [gone("net"), gone("subnet"), goesWith("vm", "net")],
    dependents: { net: ["subnet", "vm"], subnet: ["vm"] },
    steps: {
      "delete net 1": ["delete subnet 1", "forget vm 1"],
      "delete subnet 1": ["forget vm 1"],
      "forget vm 1": [],
    },
  },
  {
    story: "what the program dropped goes in reverse, when nothing needs it any more",
    program: { name: { action: "update" } },
    removals: [gone("net"), gone("vm"), gone("group", 1, "forget")],
    dependents: { net: ["vm"], vm: ["name", "group"] },
    steps: {
      "update name": [],
      "delete net 1": ["delete vm 1"],
      "delete vm 1": ["update name", "forget group 1"],
      "forget group 1": [],
    },
  },
  {
    story: "what an earlier replacement left goes when its dependents have moved",
    program: { net: { action: "same" }, vm: { action: "update", needs: ["net"] } },
    removals: [gone("net", 1), gone("net", 2)],
    dependents: { net: ["vm"] },
    steps: { "update vm": [], "delete net 1": ["update vm"], "delete net 2": ["update vm"] },
  },
  {
    story: "a replaced object is forgotten if it is to be retained",
    program: { net: { ...createFirst, removeBy: "forget" } },
    steps: { "forget net 1": ["create net"], "create net": [] },
  },
  {
    story: "delete-first, retained: its successor waits until it is forgotten",
    program: { net: { ...deleteFirst, removeBy: "forget" } },
    steps: { "forget net 1": [], "create net": ["forget net 1"] },
  },
  {
    story: "an old object that something untouched needs stays for a later plan",
    program: { net: { ...createFirst, isStillNeeded: true } },
    dependents: { net: ["elsewhere"] },
    steps: { "create net": [] },
  },
  {
    story: "unless it cannot stay",
    program: { net: { ...deleteFirst, isStillNeeded: true } },
    steps: { "delete net 1": [], "create net": ["delete net 1"] },
  },
  {
    story: "two that have changed sides: who was needed needs now",
    program: { vm: deleteFirst, net: { ...deleteFirst, needs: ["vm"] } },
    dependents: { net: ["vm"] },
    steps: {
      "delete vm 1": [],
      "create vm": ["delete vm 1"],
      "delete net 1": ["delete vm 1"],
      "create net": ["create vm", "delete net 1"],
    },
  },
];

describe("the steps of a plan", () => {
  test.each(cases)("$story", ({ steps: expected, ...given }) => {
    const found = steps(given);
    expect(found.map(({ id, after }) => [id, after])).toEqual(Object.entries(expected));
    expect(orderGraph(graphOf(found))).toHaveProperty("order");
  });

  test("name the object that they act on; what is created has none yet", () => {
    const object = { rid: 7, generation: 3 };
    const program = {
      net: { ...createFirst, object },
      vm: { action: "update", object },
      name: { action: "create", object },
    };
    const removed = { urn: "old", by: "delete", object: { rid: 9, generation: 2 } } as const;
    expect(steps({ program, removals: [removed] })).toEqual([
      { id: "delete net 3", action: "delete", urn: "net", object, after: ["create net"], replacement: true },
      { id: "create net", action: "create", urn: "net", after: [], replacement: true },
      { id: "update vm", action: "update", urn: "vm", object, after: [], replacement: false },
      // Its row is there although the object is owed.
      { id: "create name", action: "create", urn: "name", object, after: [], replacement: false },
      {
        id: "delete old 2",
        action: "delete",
        urn: "old",
        object: removed.object,
        after: [],
        replacement: false,
      },
    ]);
  });

  test("depth costs no stack", () => {
    const urns = Array.from({ length: 20_000 }, (_, index) => `r${index}`);
    const removals = urns.map((urn) => gone(urn));
    const found = expand([], removals, (urn) => [`r${Number(urn.slice(1)) + 1}`]);
    expect(found[0]!.after).toEqual(["delete r1 1"]);
  });
});

function graphOf(found: readonly Step[]) {
  const byId = new Map(found.map((step) => [step.id, step]));
  return { nodes: [...byId.keys()], needs: (id: string) => byId.get(id)!.after };
}
