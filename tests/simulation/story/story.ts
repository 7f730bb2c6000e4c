import { Random } from "../random.js";
import { drawFaults, type Fault } from "../world/faults.js";
import { drawnTypes, put, type Drawn, type DrawnType, type Edit, type Sketch } from "./sketch.js";

/** What happens in a simulation, as data: it can be replayed, made smaller and printed. */
export interface Story {
  readonly seed: number;
  readonly start: Sketch;
  readonly acts: readonly Act[];
  readonly faults: readonly Fault[];
  /** How long after a change the cloud may answer as before it. */
  readonly lagMs: number;
  /** All commands in one process, as long as it lives, instead of one for each. */
  readonly isEmbedded: boolean;
}

export type Act =
  | { readonly kind: "edit"; readonly edits: readonly Edit[] }
  | { readonly kind: "plan"; readonly request: Request }
  | {
      readonly kind: "apply";
      readonly by: PlannedBy;
      readonly request: Request;
    }
  | { readonly kind: "refresh" }
  | { readonly kind: "destroy"; readonly request: Request }
  /** `isBeside`: while somebody renames in another stack of the project. */
  | { readonly kind: "rename"; readonly place: number; readonly isBeside: boolean }
  | { readonly kind: "import"; readonly place: number; readonly drawn: Drawn }
  /** Someone else takes an object away, changes it, or makes it invisible until all is well again. */
  | { readonly kind: "outside"; readonly what: "lose" | "drift" | "hide"; readonly place: number };

/** Whether the plan is shown before, or even saved to a file, or the stack moves on between the plan and its apply. */
export type PlannedBy = "itself" | "plan" | "file" | "moved";

export interface Request {
  readonly target?: number | undefined;
  readonly dependents?: boolean | undefined;
  readonly replace?: number | undefined;
  readonly refresh?: boolean | undefined;
  readonly parallel: number;
  readonly continueOnError: boolean;
}

const places = 6;

/** What a story draws from: each as often as it stands there. */
interface Stock {
  /** The places that are edited, and whose values others take. */
  readonly places: readonly number[];
  /** Of a hundred resources, how many take a value of another one. */
  readonly users: number;
  readonly types: readonly DrawnType[];
  readonly edits: readonly Edit["kind"][];
}

const allEdits = [
  "add",
  "add",
  "remove",
  "remove",
  "rename",
  "replace",
  "update",
  "regroup",
  "use",
  "depend",
  "options",
  "supersede",
  "shift",
] as const;

const everything: Stock = { places: [0, 1, 2, 3, 4, 5], users: 50, types: drawnTypes, edits: allEdits };

/** Of objects that creates overwrite, ids that repeat, and values that come out as they were. */
const repeating: Stock = {
  places: [0, 0, 0, 1, 1, 2, 3, 4],
  users: 80,
  types: ["entry", "entry", "entry", "task", "task", "disk", "note", "bucket"],
  edits: [...allEdits, "replace", "update", "update", "supersede", "shift", "shift", "shift"],
};

/** Of hosts, whose provider predicts their addresses and is often wrong, and of what is made from these. */
const predicting: Stock = {
  places: [0, 0, 0, 1, 1, 2, 3, 4],
  users: 80,
  types: ["host", "host", "host", "bucket", "bucket", "disk", "entry", "task", "key"],
  edits: [...allEdits, "replace", "update", "update", "update", "use"],
};

export function drawStory(seed: number): Story {
  const random = new Random(seed);
  const others = random.chance(40) ? repeating : everything;
  const stock = seed % 6 === 5 ? predicting : others;
  const start = random
    .list(1, 5, () => [random.below(places), drawn(random, stock)] as const)
    .reduce((sketch: Sketch, [place, each]) => put(sketch, place, each), startOf(random, stock));
  const acts = [
    first(random, stock),
    ...(stock !== everything ? [edits(random, stock), applied(random)] : []),
    ...random.list(0, 5, () => act(random, stock)),
  ];
  const commands = acts.filter(({ kind }) => kind !== "edit" && kind !== "outside");
  return {
    seed,
    start,
    acts,
    faults: drawFaults(random, 5 + 12 * commands.length),
    lagMs: random.chance(25) ? 2_000 : 0,
    isEmbedded: random.chance(25),
  };
}

/** Where values come out as they were, or other than predicted, one resource is often what others take them of. */
function startOf(random: Random, stock: Stock): Sketch {
  const type = stock === predicting ? "host" : "task";
  const isFirst = stock !== everything && random.chance(60);
  return new Map(isFirst ? [[0, { ...drawn(random, stock), type }]] : []);
}

/** Most stories begin with something being made. */
function first(random: Random, stock: Stock): Act {
  return random.chance(85) ? applied(random) : act(random, stock);
}

function applied(random: Random): Act {
  return { kind: "apply", by: by(random), request: quiet(random) };
}

/** What is put in the place of something that goes would claim its name while that is still needed. */
function edits(random: Random, stock: Stock): Act {
  const all = random.list(1, 4, () => edit(random, stock));
  const removed = (place: number, before: number) =>
    all.slice(0, before).some((each) => each.kind === "remove" && each.place === place);
  return {
    kind: "edit",
    edits: all.filter(({ kind, place }, index) => kind !== "add" || !removed(place, index)),
  };
}

function act(random: Random, stock: Stock): Act {
  const chosen = random.below(100);
  if (chosen < 22) return edits(random, stock);
  if (chosen < 55) return { kind: "apply", by: by(random), request: request(random) };
  if (chosen < 60) return { kind: "plan", request: request(random) };
  if (chosen < 67) return { kind: "refresh" };
  if (chosen < 74) return { kind: "destroy", request: request(random) };
  if (chosen < 80) return { kind: "rename", place: random.below(places), isBeside: random.chance(60) };
  if (chosen < 85) return { kind: "import", place: random.below(places), drawn: importable(random) };
  const what = random.pick(["lose", "drift", "hide"] as const);
  return { kind: "outside", what, place: random.below(places) };
}

function by(random: Random): PlannedBy {
  return random.pick(["itself", "itself", "itself", "itself", "plan", "plan", "file", "file", "moved"]);
}

function quiet(random: Random): Request {
  return { parallel: random.pick([1, 2, 10]), continueOnError: random.chance(30) };
}

function request(random: Random): Request {
  return {
    ...quiet(random),
    ...(random.chance(20) && { target: random.below(places), dependents: random.chance(50) }),
    ...(random.chance(8) && { replace: random.below(places) }),
    ...(random.chance(8) && { refresh: false }),
  };
}

function drawn(random: Random, { types, places: used, users }: Stock): Drawn {
  const place = () => random.pick(used);
  const type = random.pick(types);
  return {
    type,
    version: 0,
    group: random.maybe(35, () => random.below(2)),
    shade: random.below(3),
    identity: random.below(2),
    uses: random.maybe(users, place),
    takes: random.pick(["id", "revision", "revision"] as const),
    feedsIdentity: random.chance(70),
    slot: random.below(4),
    dependsOn: random.maybe(25, place),
    goesWith:
      random.maybe(10, () => ({ option: "replaceWith" as const, place: place() })) ??
      (type === "disk" && random.chance(70) ? { option: "deletedWith" } : undefined),
    within: random.maybe(8, place),
    options: options(random),
    aliases: [],
  };
}

/** A bucket, which can be looked up by its id, and of which all that it is asked to be is in the cloud. */
function importable(random: Random): Drawn {
  return {
    ...drawn(random, everything),
    type: "bucket",
    uses: undefined,
    group: undefined,
    goesWith: undefined,
    within: undefined,
  };
}

function options(random: Random): Drawn["options"] {
  return random.pick<Drawn["options"]>([
    {},
    {},
    {},
    { retainOnDelete: true },
    { deleteBeforeReplace: true },
    { protect: true },
    { retry: { attempts: 3, delay: "30s" } },
    { ignoreChanges: ["label", "title", "acl", "command"] },
  ]);
}

function edit(random: Random, stock: Stock): Edit {
  const place = random.pick(stock.places);
  const other = () => random.maybe(70, () => random.pick(stock.places));
  const kind = random.pick(stock.edits);
  switch (kind) {
    case "add":
      return { kind, place, drawn: drawn(random, stock) };
    case "regroup":
      return { kind, place, group: random.maybe(50, () => random.below(2)) };
    case "use":
      return { kind, place, uses: other() };
    case "depend":
      return { kind, place, dependsOn: other() };
    case "options":
      return { kind, place, options: options(random) };
    case "shift":
      return {
        kind,
        place: random.below(3),
        by: random.pick(["insertion", "removal", "rotation"] as const),
      };
    default:
      return { kind, place };
  }
}
