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
    "retainOnDelete" | "deleteBeforeReplace" | "ignoreChanges" | "protect"
  >;
  /** Full names of before. */
  readonly aliases: readonly string[];
}

export const drawnTypes = ["bucket", "disk", "task", "key", "site", "rule"] as const;
export type DrawnType = (typeof drawnTypes)[number];

export type Edit =
  | { readonly kind: "add"; readonly place: number; readonly drawn: Drawn }
  | { readonly kind: "remove" | "rename" | "replace" | "update"; readonly place: number }
  | { readonly kind: "regroup"; readonly place: number; readonly group: number | undefined }
  | { readonly kind: "use"; readonly place: number; readonly uses: number | undefined }
  | { readonly kind: "depend"; readonly place: number; readonly dependsOn: number | undefined }
  | { readonly kind: "options"; readonly place: number; readonly options: Drawn["options"] };

/** The program after an edit. One that names an empty place, or fills a full one, changes nothing. */
export function edited(sketch: Sketch, edit: Edit): Sketch {
  const before = sketch.get(edit.place);
  if (edit.kind === "add") return before === undefined ? put(sketch, edit.place, edit.drawn) : sketch;
  if (before === undefined) return sketch;
  const moved = { ...before, aliases: [urnOf(edit.place, before), ...before.aliases] };
  switch (edit.kind) {
    case "remove":
      return without(sketch, edit.place);
    case "rename":
      return put(sketch, edit.place, { ...moved, version: before.version + 1 });
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

export function put(sketch: Sketch, place: number, drawn: Drawn): Sketch {
  return new Map([...sketch, [place, drawn] as const].sort(([a], [b]) => a - b));
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
}

export type Argument = string | number | Reading;

/** A text that must not be seen anywhere. */
export const secretText = "canary-of-a-passphrase";

/** Two objects of a kind are never called the same, or the cloud would refuse what the program asks for. */
export function argumentsOf(
  place: number,
  { type, shade, identity, uses }: Drawn,
  isThere: (place: number) => boolean = () => false,
): { readonly [input: string]: Argument } {
  const name = `o${place}`;
  const value: Reading | undefined = uses !== undefined && isThere(uses) ? { reads: uses } : undefined;
  switch (type) {
    case "bucket":
      return { name, region: `region-${identity}`, acl: value ?? `acl-${shade}` };
    case "disk":
      return { name, size: identity, label: `${shade}`, ...(value && { bucket: value }) };
    case "task":
      return { name: `${name}-${identity}`, command: `run ${shade}`, ...(value && { image: value }) };
    case "key":
      return { name, bits: 1024 + identity, passphrase: value ?? `${secretText} ${shade}` };
    case "site":
      return { name: `${name}-${identity}`, bucket: value ?? "none", title: `${shade}` };
    case "rule":
      return { name, port: shade, ...(value && { target: value }) };
  }
}
