import type { Drawn, Sketch } from "./sketch.js";
import type { Act, Story } from "./story.js";

/** Short lives of a stack in which, one at a time, everything goes wrong that can. */
export const fixedStories: { readonly [name: string]: Pick<Story, "start" | "acts"> } = {
  create: { start: chain(), acts: [apply()] },
  "create one after the other": { start: chain(), acts: [apply({ parallel: 1 })] },
  "create by a saved plan": { start: chain(), acts: [{ ...apply(), by: "file" }] },
  "create what cannot be looked up": {
    start: places({ type: "rule" }, { type: "rule", uses: 0 }, { type: "key" }, { type: "bucket" }),
    acts: [apply()],
  },
  "create what would be made twice": {
    start: places({ type: "key" }, { type: "key", uses: 0 }, { type: "bucket", uses: 1 }),
    acts: [apply(), apply(), { kind: "destroy", request: { parallel: 10, continueOnError: false } }],
  },
  update: {
    start: chain(),
    acts: [apply(), edit({ kind: "update", place: 0 }, { kind: "update", place: 2 }), apply()],
  },
  "replace, the new one first": {
    start: chain(),
    acts: [apply(), edit({ kind: "replace", place: 0 }), apply()],
  },
  "replace, the old one first": {
    start: places({ type: "disk" }, { type: "task", uses: 0 }, { type: "disk", uses: 0 }),
    acts: [apply(), edit({ kind: "replace", place: 0 }), apply()],
  },
  "replace what others go with": {
    start: places(
      { type: "bucket" },
      { type: "key", goesWith: { option: "replaceWith", place: 0 } },
      { type: "disk", goesWith: { option: "replaceWith", place: 0 } },
    ),
    acts: [apply(), edit({ kind: "replace", place: 0 }), apply()],
  },
  "remove what others go with": {
    start: places(
      { type: "bucket" },
      { type: "disk", uses: 0, goesWith: { option: "deletedWith" } },
      { type: "disk", uses: 0, goesWith: { option: "deletedWith" } },
    ),
    acts: [
      apply(),
      edit({ kind: "remove", place: 1 }),
      apply(),
      edit({ kind: "replace", place: 0 }),
      apply(),
      edit({ kind: "remove", place: 0 }, { kind: "remove", place: 2 }),
      apply(),
    ],
  },
  remove: {
    start: chain(),
    acts: [apply(), edit({ kind: "remove", place: 2 }, { kind: "remove", place: 1 }), apply()],
  },
  destroy: {
    start: chain(),
    acts: [apply(), { kind: "destroy", request: { parallel: 10, continueOnError: false } }],
  },
  "retain and make again": {
    start: places({ type: "key", options: { retainOnDelete: true } }, { type: "bucket", uses: 0 }),
    acts: [apply(), edit({ kind: "replace", place: 0 }), apply()],
  },
  "move into a component": {
    start: places({ type: "bucket" }, { type: "task", uses: 0, group: 0 }),
    acts: [
      apply(),
      edit({ kind: "regroup", place: 0, group: 0 }, { kind: "rename", place: 1 }),
      { ...apply(), by: "plan" },
    ],
  },
  rename: {
    start: places({ type: "bucket" }, { type: "task", uses: 0 }),
    acts: [apply(), { kind: "rename", place: 0, isBeside: false }, apply()],
  },
  "rename in two stacks at once": {
    start: places({ type: "bucket" }, { type: "task", uses: 0 }),
    acts: [
      apply(),
      { kind: "rename", place: 0, isBeside: true },
      { kind: "rename", place: 1, isBeside: true },
      apply(),
    ],
  },
  import: {
    start: places({ type: "task" }),
    acts: [apply(), { kind: "import", place: 3, drawn: drawn({ type: "bucket" }) }, apply()],
  },
  "refresh what others changed": {
    start: chain(),
    acts: [
      apply(),
      { kind: "outside", what: "drift", place: 0 },
      { kind: "outside", what: "lose", place: 2 },
      { kind: "refresh" },
      apply(),
    ],
  },
  "repair what others changed": {
    start: chain(),
    acts: [
      apply(),
      { kind: "outside", what: "drift", place: 0 },
      { kind: "outside", what: "lose", place: 1 },
      apply(),
    ],
  },
  "make in a callback": {
    start: places({ type: "bucket" }, { type: "task", within: 0 }, { type: "key", within: 0, uses: 0 }),
    acts: [apply(), edit({ kind: "update", place: 1 }), apply(), edit({ kind: "remove", place: 2 }), apply()],
  },
  "replace an entry in place": {
    start: places({ type: "entry" }, { type: "task", uses: 0 }, { type: "disk", uses: 0 }),
    acts: [apply(), edit({ kind: "replace", place: 0 }), apply()],
  },
  "shift entries": {
    start: places({ type: "entry" }, { type: "entry", slot: 1 }, { type: "entry", slot: 2, uses: 1 }),
    acts: [
      apply(),
      edit(
        { kind: "shift", place: 0, by: "insertion" },
        { kind: "add", place: 3, drawn: drawn({ type: "entry", slot: 2 }) },
      ),
      apply(),
      edit({ kind: "remove", place: 1 }, { kind: "shift", place: 2, by: "removal" }),
      apply({ parallel: 2 }),
    ],
  },
  "another resource asks for the same": {
    start: places({ type: "entry" }, { type: "note", uses: 0 }, { type: "note" }),
    acts: [
      apply(),
      edit({ kind: "supersede", place: 0 }, { kind: "supersede", place: 1 }, { kind: "update", place: 2 }),
      apply(),
    ],
  },
  "a replacement that turns out to be an update": {
    start: places(
      { type: "task" },
      { type: "bucket", uses: 0, takes: "revision" },
      { type: "key", goesWith: { option: "replaceWith", place: 1 } },
    ),
    acts: [apply(), edit({ kind: "update", place: 0 }, { kind: "update", place: 1 }), apply()],
  },
  "a delete-first cascade whose leader stays": {
    start: places(
      { type: "task" },
      { type: "disk", uses: 0, takes: "revision" },
      { type: "disk", uses: 1 },
      { type: "site", uses: 2 },
    ),
    acts: [apply(), edit({ kind: "update", place: 0 }, { kind: "update", place: 1 }), apply()],
  },
  "one alone": {
    start: chain(),
    acts: [
      apply(),
      edit({ kind: "update", place: 0 }, { kind: "replace", place: 2 }),
      apply({ target: 0, dependents: true }),
      apply({ target: 2 }),
    ],
  },
};

/** A bucket, a site in two parts that reads it, a key beside them, and a task that reads the site. */
function chain(): Sketch {
  return places(
    { type: "bucket" },
    { type: "site", uses: 0 },
    { type: "task", uses: 1, group: 0 },
    { type: "key", dependsOn: 0 },
  );
}

function places(...all: readonly Partial<Drawn>[]): Sketch {
  return new Map(all.map((each, place) => [place, drawn(each)]));
}

function drawn(part: Partial<Drawn>): Drawn {
  return {
    type: "bucket",
    version: 0,
    group: undefined,
    shade: 0,
    identity: 0,
    uses: undefined,
    takes: "id",
    feedsIdentity: true,
    slot: 0,
    dependsOn: undefined,
    goesWith: undefined,
    within: undefined,
    options: {},
    aliases: [],
    ...part,
  };
}

function apply(request: Partial<Extract<Act, { kind: "apply" }>["request"]> = {}) {
  return {
    kind: "apply",
    by: "itself",
    request: { parallel: 10, continueOnError: false, ...request },
  } as const satisfies Act;
}

function edit(...edits: Extract<Act, { kind: "edit" }>["edits"]): Act {
  return { kind: "edit", edits };
}
