import type { ResourceOptions } from "../../../src/sdk/index.js";

/** A program as data: what each of a few places holds. A place keeps its object however its resource is called. */
export type Sketch = ReadonlyMap<number, Drawn>;

export interface Drawn {
  readonly type: DrawnType;
  /** How often it was renamed: part of its name. */
  readonly version: number;
  /** The component that it is in. */
  readonly group: number | undefined;
  /** Changes without replacing. */
  readonly shade: number;
  /** Changes by replacing. */
  readonly identity: number;
  /** Another place whose resource it takes a value of; used only if that one comes before it. */
  readonly uses: number | undefined;
  /**
   * Which value of a task it takes: the id is new with every task, the revision only with every command. Of a host, the
   * address stands for the revision: it is predicted, and new with every size.
   */
  readonly takes: "id" | "revision";
  /** Whether that value goes to a field that replaces, where its type has such a field. */
  readonly feedsIdentity: boolean;
  /** For an entry, the number in its name in the cloud. Names of entries move from one place to another. */
  readonly slot: number;
  readonly dependsOn: number | undefined;
  /** It is deleted with the resource that it takes a value of, or replaced with that of another place. */
  readonly goesWith:
    | { readonly option: "deletedWith" }
    | { readonly option: "replaceWith"; readonly place: number }
    | undefined;
  /** Made by a callback over a value of another place. */
  readonly within: number | undefined;
  readonly options: Pick<
    ResourceOptions,
    "retainOnDelete" | "deleteBeforeReplace" | "ignoreChanges" | "protect" | "retry"
  >;
  /** Full names of before. */
  readonly aliases: readonly string[];
}

export const drawnTypes = [
  "bucket",
  "disk",
  "task",
  "key",
  "site",
  "rule",
  "entry",
  "note",
  "login",
] as const;
/** Hosts, whose outputs are predicted, are drawn by stories of their own. */
export type DrawnType = (typeof drawnTypes)[number] | "host";

export type Edit =
  | { readonly kind: "add"; readonly place: number; readonly drawn: Drawn }
  | { readonly kind: "remove" | "rename" | "replace" | "update"; readonly place: number }
  /** Another resource asks for the same, without an alias: the old one leaves while the new one comes. */
  | { readonly kind: "supersede"; readonly place: number }
  | { readonly kind: "shift"; readonly place: number; readonly by: Shift }
  | { readonly kind: "regroup"; readonly place: number; readonly group: number | undefined }
  | { readonly kind: "use"; readonly place: number; readonly uses: number | undefined }
  | { readonly kind: "depend"; readonly place: number; readonly dependsOn: number | undefined }
  | { readonly kind: "options"; readonly place: number; readonly options: Drawn["options"] };

/** How the names of entries move: as in a list into which one is put, from which one is taken, or which is rotated. */
export type Shift = "insertion" | "removal" | "rotation";

/** The program after an edit. One that names an empty place, or fills a full one, changes nothing. */
export function edited(sketch: Sketch, edit: Edit): Sketch {
  const before = sketch.get(edit.place);
  if (edit.kind === "add") return before === undefined ? put(sketch, edit.place, edit.drawn) : sketch;
  if (edit.kind === "shift") return shifted(sketch, edit);
  if (before === undefined) return sketch;
  const moved = { ...before, aliases: [urnOf(edit.place, before), ...before.aliases] };
  switch (edit.kind) {
    case "remove":
      return without(sketch, edit.place);
    case "rename":
      return put(sketch, edit.place, { ...moved, version: before.version + 1 });
    case "supersede":
      return maySupersede.has(before.type)
        ? put(sketch, edit.place, { ...before, version: before.version + 1, aliases: [] })
        : sketch;
    case "regroup":
      return edit.group === before.group ? sketch : put(sketch, edit.place, { ...moved, group: edit.group });
    case "replace":
      return put(sketch, edit.place, { ...before, identity: 1 - before.identity });
    case "update":
      return put(sketch, edit.place, { ...before, shade: before.shade + 1 });
    case "use":
      return put(sketch, edit.place, { ...before, uses: edit.uses });
    case "depend":
      return put(sketch, edit.place, { ...before, dependsOn: edit.dependsOn });
    case "options":
      return put(sketch, edit.place, { ...before, options: edit.options });
  }
}

/** The types whose objects can be made while another one of the same name is there. */
const maySupersede: ReadonlySet<DrawnType> = new Set(["entry", "note", "key"]);

/** An entry whose name another place has gets a free one: two that claim one name would never come to rest. */
export function put(sketch: Sketch, place: number, drawn: Drawn): Sketch {
  const others = without(sketch, place);
  const slot = slotsOf(others).has(drawn.slot) ? freeSlot(others) : drawn.slot;
  const fit = drawn.type === "entry" ? { ...drawn, slot } : drawn;
  return new Map([...sketch, [place, fit] as const].sort(([a], [b]) => a - b));
}

/** The entries from a place on take names of each other, and one of them a free one unless they rotate. */
function shifted(sketch: Sketch, { place, by }: Extract<Edit, { kind: "shift" }>): Sketch {
  const entries = [...sketch].filter(([each, { type }]) => type === "entry" && each >= place);
  const slots = entries.map(([, { slot }]) => slot);
  const free = freeSlot(sketch);
  const moved =
    by === "insertion"
      ? [free, ...slots.slice(0, -1)]
      : [...slots.slice(1), by === "removal" ? free : slots[0]!];
  return new Map([
    ...sketch,
    ...entries.map(([each, drawn], index) => [each, { ...drawn, slot: moved[index]! }] as const),
  ]);
}

function slotsOf(sketch: Sketch): ReadonlySet<number> {
  return new Set([...sketch.values()].flatMap(({ type, slot }) => (type === "entry" ? [slot] : [])));
}

function freeSlot(sketch: Sketch): number {
  const slots = slotsOf(sketch);
  let slot = 0;
  while (slots.has(slot)) slot++;
  return slot;
}

export function without(sketch: Sketch, place: number): Sketch {
  return new Map([...sketch].filter(([other]) => other !== place));
}

export function nameOf(place: number, { version }: Drawn): string {
  return `r${place}-${version}`;
}

/** What the cloud calls the object of a place. */
export function objectOf(place: number, drawn: Drawn): string {
  return `${drawn.type} ${argumentsOf(place, drawn)["name"] as string}`;
}

export function urnOf(place: number, drawn: Drawn): string {
  const parent = drawn.group === undefined ? "" : "test:index:Group$";
  return `urn:pulumi:test::simulation::${parent}${typeOf(drawn)}::${nameOf(place, drawn)}`;
}

/** What keeps its object from being deleted. What is retained keeps its name, so only what may share one can say so. */
export function keptBy({ type, options }: Drawn): Pick<ResourceOptions, "protect" | "retainOnDelete"> {
  const { protect, retainOnDelete } = options;
  return { ...(protect && { protect }), ...(retainOnDelete && type === "key" && { retainOnDelete }) };
}

export function groupUrn(group: number): string {
  return `urn:pulumi:test::simulation::test:index:Group::g${group}`;
}

export function typeOf({ type }: Drawn): string {
  return `cloud:index:${type[0]!.toUpperCase()}${type.slice(1)}`;
}

/** A value of another place's resource. */
export interface Reading {
  readonly reads: number;
  readonly field: "id" | "revision" | "address";
}

export type Argument = string | number | Reading;

/** A text that must not be seen anywhere. */
export const secretText = "canary-of-a-passphrase";

/** One that may not even be stored where what is stored is sealed. */
export const ephemeralText = "canary-of-an-ephemeral";

/** Whether an argument is given as an ephemeral value. */
export function isEphemeralArgument(argument: Argument): boolean {
  return typeof argument === "string" && argument.startsWith(ephemeralText);
}

/** How programs spell the account whose password is ephemeral and another one each time; logins are made with it. */
export const leasedAccount = "leased";

/**
 * Two objects of a kind are never called the same, or the cloud would refuse what the program asks for. `typeAt` is the
 * type of the resource at another place, if there is one that can be named.
 */
export function argumentsOf(
  place: number,
  drawn: Drawn,
  typeAt: (place: number) => DrawnType | undefined = () => undefined,
): { readonly [input: string]: Argument } {
  const { type, shade, identity, slot, feedsIdentity } = drawn;
  const name = `o${place}`;
  const value = readingOf(drawn, typeAt);
  switch (type) {
    case "bucket":
      return {
        name,
        region: (feedsIdentity && value) || `region-${identity}`,
        acl: (!feedsIdentity && value) || `acl-${shade}`,
      };
    case "disk":
      return { name, size: identity, label: `${shade}`, ...(value && { bucket: value }) };
    case "task":
      // A task is not known to keep its revision when it is tried more often, and does.
      return {
        name: `${name}-${identity}`,
        command: `run ${Math.floor(shade / 2)}`,
        ...(shade % 2 === 1 && { retries: 4 }),
        ...(value && { image: value }),
      };
    case "key":
      return { name, bits: 1024 + identity, passphrase: value ?? `${secretText} ${shade}` };
    case "site":
      return { name: `${name}-${identity}`, bucket: value ?? "none", title: `${shade}` };
    case "rule":
      return { name, port: shade, ...(value && { target: value }) };
    case "entry":
      return {
        name: `e${slot}`,
        zone: (feedsIdentity && value) || `zone-${identity}`,
        note: (!feedsIdentity && value) || `${shade}`,
      };
    case "host":
      return { name: `${name}-${identity}`, size: shade, ...(value && { note: value }) };
    case "note":
      return { name, text: `text ${identity}`, board: value ?? `board ${shade % 2}` };
    case "login":
      // Whoever changes a password says so by its version.
      return {
        name,
        realm: (feedsIdentity && value) || `realm-${identity}`,
        password: `${shade % 2 === 0 ? secretText : ephemeralText} ${shade}`,
        passwordVersion: shade,
      };
  }
}

export function readingOf(
  { uses, takes }: Drawn,
  typeAt: (place: number) => DrawnType | undefined,
): Reading | undefined {
  const type = uses === undefined ? undefined : typeAt(uses);
  return type && { reads: uses!, field: fieldOf(type, takes) };
}

function fieldOf(type: DrawnType, takes: Drawn["takes"]): Reading["field"] {
  if (takes === "id") return "id";
  return type === "task" ? "revision" : type === "host" ? "address" : "id";
}

/** The value of a resource that a callback is given which makes others. */
export function callbackField(type: DrawnType): "id" | "address" {
  return type === "host" ? "address" : "id";
}
