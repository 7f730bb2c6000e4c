import type { Words } from "../../src/testing/scenario/index.js";
import type { ResourceOptions } from "../../src/sdk/index.js";

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
  readonly options: Pick<ResourceOptions, "retainOnDelete" | "deleteBeforeReplace" | "ignoreChanges">;
  /** Full names of before. */
  readonly aliases: readonly string[];
}

export const drawnTypes = ["bucket", "disk", "task", "key", "site"] as const;
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
    case "remove": {
      const rest = new Map(sketch);
      rest.delete(edit.place);
      return rest;
    }
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

function put(sketch: Sketch, place: number, drawn: Drawn): Sketch {
  return new Map([...sketch, [place, drawn] as const].sort(([a], [b]) => a - b));
}

export function nameOf(place: number, { version }: Drawn): string {
  return `r${place}-${version}`;
}

function urnOf(place: number, drawn: Drawn): string {
  const parent = drawn.group === undefined ? "" : "test:index:Group$";
  const type = drawn.type[0]!.toUpperCase() + drawn.type.slice(1);
  return `urn:pulumi:test::scenario::${parent}cloud:index:${type}::${nameOf(place, drawn)}`;
}

/** The program that a sketch stands for. */
export function programOf(sketch: Sketch): (words: Words) => void {
  return (words) => {
    const groups = new Map<number, ReturnType<Words["group"]>>();
    for (const { group } of sketch.values())
      if (group !== undefined && !groups.has(group)) groups.set(group, words.group(`g${group}`));
    const made = new Map<number, ReturnType<Words["bucket"]>>();
    for (const [place, drawn] of sketch) {
      const before = (other: number | undefined) => (other === undefined ? undefined : made.get(other));
      const needed = before(drawn.dependsOn);
      const parent = drawn.group === undefined ? undefined : groups.get(drawn.group)!;
      const { retainOnDelete = false, ...others } = drawn.options;
      const options: ResourceOptions = {
        ...others,
        // What is retained keeps its name, so only what may share one can be made again.
        ...(retainOnDelete && drawn.type === "key" && { retainOnDelete }),
        aliases: drawn.aliases,
        ...(parent && { parent }),
        ...(needed && { dependsOn: needed }),
      };
      const value = before(drawn.uses)?.id;
      made.set(place, make(words, place, drawn, value, options) as ReturnType<Words["bucket"]>);
    }
  };
}

/** Two objects of a kind are never called the same, or the cloud would refuse what the program asks for. */
function make(
  { bucket, disk, task, key, site }: Words,
  place: number,
  drawn: Drawn,
  value: ReturnType<Words["bucket"]>["id"] | undefined,
  options: ResourceOptions,
): object {
  const { shade, identity } = drawn;
  const resource = nameOf(place, drawn);
  const name = `o${place}`;
  switch (drawn.type) {
    case "bucket":
      return bucket(resource, { name, region: `region-${identity}`, acl: value ?? `acl-${shade}` }, options);
    case "disk":
      return disk(
        resource,
        { name, size: identity, label: `${shade}`, ...(value && { bucket: value }) },
        options,
      );
    case "task":
      return task(
        resource,
        { name: `${name}-${identity}`, command: `run ${shade}`, ...(value && { image: value }) },
        options,
      );
    case "key":
      return key(resource, { name, bits: 1024 + identity, passphrase: value ?? `pass ${shade}` }, options);
    case "site":
      return site(
        resource,
        { name: `${name}-${identity}`, bucket: value ?? "none", title: `${shade}` },
        options,
      );
  }
}
