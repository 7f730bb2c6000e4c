import assert from "node:assert/strict";
import type { Snapshot } from "../../../src/model/index.js";
import type { FakeCloud } from "../../../src/testing/cloud/index.js";
import type { JournalWatch } from "../../support/invariants/index.js";
import { hostAddress } from "../../../src/testing/fake-provider.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import { layOut, type LaidOut } from "../story/lay-out.js";
import { outputOf } from "../story/program-of.js";
import { objectOf, urnOf, type DrawnType, type Reading, type Sketch } from "../story/sketch.js";

export interface ComparedWorld {
  readonly cloud: FakeCloud;
  readonly watch: JournalWatch;
  readonly state: Snapshot;
}

type Kept = ReturnType<FakeCloud["objects"]>[number];

/**
 * The cloud has what the program asks for: for each of its resources one object, which is the one that state has, is
 * ready, and has the values that the program gives it. Where they come from others, those are the others' own.
 */
export function checkAskedFor(sketch: Sketch, world: ComparedWorld): readonly Kept[] {
  return layOut(sketch).map((laid) => {
    const object = onlyObject(objectOf(laid.place, laid.drawn), world);
    checkObject(laid, object, sketch, world);
    return object;
  });
}

/**
 * The same of one resource alone: what it took the place of may be needed by others that were not to be touched. What a
 * callback makes is asked for only if it could run.
 */
export function checkTarget(sketch: Sketch, target: number, world: ComparedWorld): void {
  const { cloud, state } = world;
  for (const laid of layOut(sketch)) {
    if (laid.place !== target || !couldRun(laid.outer, sketch, state)) continue;
    const label = objectOf(target, laid.drawn);
    const object = cloud.objects(label).find(({ id }) => id === idsOf(state).get(urnOf(target, laid.drawn)));
    if (object === undefined) throw new Error(`The cloud has no ${label} that is the one in state.`);
    checkObject(laid, object, sketch, world);
  }
}

/** Whether a callback could run: the resource over a value of which it is has an object. */
function couldRun(outer: number | undefined, sketch: Sketch, state: Snapshot): boolean {
  return outer === undefined || idsOf(state).get(urnOf(outer, sketch.get(outer)!)) !== undefined;
}

function checkObject(laid: LaidOut, object: Kept, sketch: Sketch, { cloud, state }: ComparedWorld): void {
  const { place, drawn, inputs } = laid;
  const label = `${objectOf(place, drawn)} (${object.id})`;
  const ids = idsOf(state);
  const idOf = (each: number) => ids.get(urnOf(each, sketch.get(each)!));
  const read = ({ reads, field }: Reading) => valueOf(idOf(reads), field, cloud, state);
  assert.equal(idOf(place), object.id, `what state has for ${label}`);
  assert.deepEqual([object.ready, object.account], [true, "main"], `whether ${label} is ready, and whose`);
  const values = new Map(
    Object.entries({ ...defaults[drawn.type], ...inputs }).map(([field, value]) => [
      field,
      typeof value === "object" ? read(value) : value,
    ]),
  );
  for (const field of comparedFields(laid, object, values.keys()))
    assert.deepEqual(object.properties[field], values.get(field), `${field} of ${label}, as asked for`);
}

/** The recorded outputs are those that the program exports. */
export function checkOutputs(sketch: Sketch, { cloud, state }: Pick<ComparedWorld, "cloud" | "state">): void {
  const ids = idsOf(state);
  const exported = layOut(sketch).filter(({ outer }) => outer === undefined);
  const expected = exported.map(({ place, drawn }) => [
    outputOf(place),
    valueOf(ids.get(urnOf(place, drawn)), "id", cloud, state),
  ]);
  assert.deepEqual(state.outputs, Object.fromEntries(expected), "the outputs of the stack");
}

/** A value that the provider makes of an object; the id of a note is made of its text. */
function valueOf(
  id: string | undefined,
  field: Reading["field"],
  cloud: FakeCloud,
  state: Snapshot,
): unknown {
  const object = cloud.objects().find((each) => each.id === id);
  if (object === undefined) {
    // Of what others took away, those that a run leaves alone go by what is recorded.
    const row = [...state.objects.values()].find(({ stored }) => cloudIdOf(stored) === id);
    return field === "id" ? row?.stored.id : row?.stored.outputs[field];
  }
  if (field === "address") return addressOf(object);
  if (field === "revision") return `revision of ${String(object.properties["command"])}`;
  return object.kind === "note" ? `text ${String(object.properties["text"])}` : id;
}

function addressOf({ name, properties: { size } }: Kept): string {
  return hostAddress({ name, size: size as number });
}

/** And nothing else is there: in state, or in the cloud beside what was never the stack's and what it was to leave. */
export function checkNothingElse(sketch: Sketch, world: ComparedWorld): void {
  const asked = checkAskedFor(sketch, world);
  const wanted = layOut(sketch).map(({ place, drawn }) => urnOf(place, drawn));
  assert.deepEqual([...idsOf(world.state).keys()].sort(), wanted.sort(), "the resources that state has");
  const own = new Set(asked.map(({ id }) => id));
  const others = world.cloud.objects().filter((each) => !own.has(each.id) && !isLeft(each, world));
  assert.deepEqual(
    others.map(({ kind, name, id }) => `${kind} ${name} (${id})`),
    [],
    "what else the cloud has",
  );
}

function onlyObject(label: string, world: ComparedWorld): Kept {
  const [object, ...others] = world.cloud.objects(label).filter((each) => !isLeft(each, world));
  if (object !== undefined && others.length === 0) return object;
  throw new Error(
    `The program asks for one ${label}, and the cloud has ${object ? others.length + 1 : "none"}.`,
  );
}

/** What no stack ever had, and what one was told to retain. */
function isLeft({ id, kind }: Kept, { cloud, watch: { objects } }: ComparedWorld): boolean {
  const isStranger = cloud.strangers.has(id) && !objects.managed.has(id);
  return isStranger || (kind === "key" && objects.forgotten.has(id));
}

/** What others have changed is seen only in what the type reads back. */
function comparedFields({ drawn }: LaidOut, object: Kept, asked: Iterable<string>): readonly string[] {
  const ignored = drawn.options.ignoreChanges ?? [];
  return [...new Set([...asked, ...Object.keys(object.properties)])].filter(
    (field) =>
      field !== "name" &&
      !ignored.includes(field) &&
      (!object.isDisturbed || readBack[drawn.type].includes(field)),
  );
}

/** The cloud's ids of the objects that there are for the resources of state, by URN. */
export function idsOf({ resources, objects }: Snapshot): ReadonlyMap<string, string | undefined> {
  return new Map(
    [...objects.values()].flatMap(({ rid, status, stored }) => {
      const { kind, urn } = resources.get(rid)!;
      return kind === "custom" && status === "current" ? [[urn, cloudIdOf(stored)] as const] : [];
    }),
  );
}

/** The fields of an object that a read of each type answers with. */
export const readBack: { readonly [Type in DrawnType]: readonly string[] } = {
  bucket: ["acl"],
  site: ["title"],
  task: ["status"],
  rule: ["state"],
  disk: [],
  key: [],
  entry: ["zone", "note"],
  note: [],
  login: [],
  host: [],
};

const defaults: { readonly [Type in DrawnType]?: { readonly [field: string]: number } } = {
  task: { retries: 3 },
};
