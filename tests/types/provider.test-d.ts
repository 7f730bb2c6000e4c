import { call, invoke, invokeOutput, type CustomResource, type Input, type Output } from "@coconut/coconut";
import {
  conflicts,
  defineProvider,
  exactlyOneOf,
  isUnknown,
  reference,
  requiredWith,
  rule,
  secret,
  type Unknown,
} from "@coconut/coconut/provider";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import * as z from "zod";

/** What the compiler makes of providers: checked by `npm run types`, never run. */

declare class Client {
  save(file: { path: string; mode: number; note?: string }): Promise<{ size: number; etag?: string }>;
}

const disk = defineProvider({
  package: "disk",
  version: "1.0.0",
  config: { root: v.optional(v.string(), "."), depth: z.number().optional(), key: secret(v.string()) },
  connect: async (config) => {
    expectTypeOf(config).toEqualTypeOf<{
      readonly root: string;
      readonly key: string;
      readonly depth?: number;
    }>();
    return new Client();
  },
});

const fields = {
  inputs: {
    path: v.string(),
    mode: v.optional(v.number(), 0o644),
    note: secret(v.optional(v.string())),
    tags: z.record(z.string(), z.string()).optional(),
    lines: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.split("\n")),
      ),
    ),
    size: v.optional(v.string()),
  },
  outputs: { size: v.number(), etag: v.optional(v.string()) },
};

type Inputs = {
  readonly path: string;
  readonly mode: number;
  readonly note?: string;
  readonly tags?: Record<string, string>;
  readonly lines?: string[];
  readonly size?: string;
};
type Outputs = { readonly size: number; readonly etag?: string };

/** Everything that a resource needs, to be spread where something else is tried. */
const hooks = {
  create: async () => ({ id: "1", outputs: { size: 1 } }),
  read: async () => null,
  update: async () => ({ size: 1 }),
  delete: async () => {},
};

export const File = disk.resource("fs:File", {
  ...fields,
  replaceOn: ["path", "mode"],
  create: async ({ inputs, client, config, signal, log, idempotencyKey, identified }) => {
    expectTypeOf(inputs).toEqualTypeOf<Inputs>();
    expectTypeOf(client).toEqualTypeOf<Client>();
    expectTypeOf(config.root).toEqualTypeOf<string>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(idempotencyKey).toEqualTypeOf<string>();
    log.info("Writing");
    await identified(inputs.path);
    return { id: inputs.path, outputs: await client.save(inputs) };
  },
  read: async ({ id, prior }) => {
    expectTypeOf(prior.inputs).toEqualTypeOf<Inputs>();
    expectTypeOf(prior.outputs).toEqualTypeOf<Outputs>();
    return id === "" ? null : { id, outputs: { size: 1, etag: undefined } };
  },
  update: async ({ inputs, prior, changed, drifted, client }) => {
    expectTypeOf(prior.observed).toEqualTypeOf<Outputs>();
    return changed("note") || drifted("etag") ? client.save(inputs) : prior.outputs;
  },
  delete: async ({ id, prior, log }) => log.debug(`${id} ${prior.inputs.path}`),
  lookup: async ({ id }) => ({ inputs: { path: id, lines: "a\nb" }, outputs: { size: 1 } }),
  find: async ({ idempotencyKey, inputs }) => [{ id: idempotencyKey + inputs.path, outputs: { size: 1 } }],
  validate: async ({ inputs, prior }) => {
    if (prior?.inputs.path === inputs.path) return [{ field: "path", message: "taken" }, "no"];
  },
  constraints: [
    exactlyOneOf("path", "note"),
    requiredWith("path", "mode"),
    conflicts("note", "tags"),
    rule(["path", "mode"], (path, mode) => path.length < mode, "Without types."),
    rule(["path", "note"], (path: string, note: string | undefined) => path !== note, "With types."),
  ],
  equivalent: {
    path: (a, b, { prior, current }) => a.trim() === b.trim() && prior.mode === current.mode,
    note: (a, b) => {
      expectTypeOf(a).toEqualTypeOf<string | undefined>();
      return a?.trim() === b?.trim();
    },
  },
  modifyPlan: ({ inputs, prior, hasPriorState, change, unknown }) => {
    expectTypeOf(inputs.path).toEqualTypeOf<string | Unknown>();
    if (!isUnknown(inputs.path)) expectTypeOf(inputs.path).toEqualTypeOf<string>();
    if (hasPriorState) expectTypeOf(prior.outputs).toEqualTypeOf<Outputs>();
    if (change("path") !== "same") unknown("size");
  },
  volatile: ["etag"],
  replaceOrder: "delete-first",
  coexists: true,
  globalId: "path",
  migrations: [(v1) => ({ ...v1, inputs: { path: v1.inputs["name"] } })],
  logs: async function* ({ since, follow }) {
    if (follow && since !== undefined) yield { time: since, message: "line" };
  },
  stats: async () => ({ requests: 12, size: { value: 3, unit: "B" } }),
});

declare const text: Output<string>;
declare const maybe: Output<string | undefined>;
declare const resource: CustomResource;

const file = new File("file", { path: text });
expectTypeOf(file.path).toEqualTypeOf<Output<string>>();
expectTypeOf(file.mode).toEqualTypeOf<Output<number>>();
expectTypeOf(file.note).toEqualTypeOf<Output<string | undefined>>();
expectTypeOf(file.lines).toEqualTypeOf<Output<string[] | undefined>>();
expectTypeOf(file.tags).toEqualTypeOf<Output<Record<string, string> | undefined>>();
// Outputs win over inputs of the same name.
expectTypeOf(file.size).toEqualTypeOf<Output<number>>();
expectTypeOf(file.id).toEqualTypeOf<Output<string>>();
expectTypeOf(file.urn).toEqualTypeOf<Output<string>>();
expectTypeOf(File.get("old", text, { parent: resource })).toEqualTypeOf<typeof file>();

void new File({ path: "nameless" });
void new File({ path: "nameless" }, { protect: true });
void new File("options", { path: "x" }, { parent: file, dependsOn: [resource] });
void new File("optional", { path: "x", note: maybe, mode: undefined, tags: { owner: text }, lines: "a\nb" });

export class Special extends File {
  constructor(name: string) {
    super(name, { path: `special/${name}` });
  }
}

export function forward(args: ConstructorParameters<typeof File>[1]) {
  expectTypeOf(args.path).toEqualTypeOf<Input<string>>();
  return new File("forwarded", args);
}

const Pet = defineProvider({ package: "random", version: "1.0.0" }).resource("Pet", {
  inputs: { words: z.number().default(2) },
  outputs: { name: z.string() },
  ...hooks,
  create: async ({ client, config, inputs }) => {
    expectTypeOf(client).toEqualTypeOf<undefined>();
    expectTypeOf(config).toEqualTypeOf<{}>();
    expectTypeOf(inputs).toEqualTypeOf<{ readonly words: number }>();
    return { id: "pet", outputs: { name: "coconut" } };
  },
  update: async ({ prior }) => prior.outputs,
});
void new Pet("no arguments are needed");
void new Pet();

disk.function("fs:stat", {
  inputs: { path: v.string(), follow: v.optional(v.boolean()) },
  outputs: { size: v.number() },
  invoke: async ({ inputs, client }) => {
    expectTypeOf(inputs).toEqualTypeOf<{ readonly path: string; readonly follow?: boolean }>();
    return client.save({ path: inputs.path, mode: 1 });
  },
});

const stat = disk.function("fs:status", {
  inputs: { path: v.string(), follow: v.optional(v.boolean(), true) },
  outputs: { size: v.number(), etag: v.optional(v.string()) },
  invoke: async () => ({ size: 1 }),
});
declare const known: Output<string>;
declare const either: Input<string>;
type Status = { readonly size: number; readonly etag?: string };
expectTypeOf(invoke(stat, { path: "a" })).toEqualTypeOf<Promise<Status>>();
expectTypeOf(invokeOutput(stat, { path: known })).toEqualTypeOf<Output<Status>>();
expectTypeOf(invokeOutput(stat, { path: either, follow: false }).size).toEqualTypeOf<Output<number>>();
expectTypeOf(invoke<{ size: number }>("disk:fs:status", { any: 1 })).toEqualTypeOf<
  Promise<{ size: number }>
>();
// @ts-expect-error -- the plain form takes no Output
void invoke(stat, { path: known });
// @ts-expect-error -- nor what may be one
void invoke(stat, { path: either });
// @ts-expect-error -- the plain form waits for nothing
void invoke(stat, { path: "a" }, { dependsOn: [] });
// @ts-expect-error -- there is no such argument
void invokeOutput(stat, { path: "a", paht: "b" });
// @ts-expect-error -- an argument is missing
void invokeOutput(stat, {});

const Shared = disk.resource("fs:Shared", {
  ...fields,
  ...hooks,
  methods: {
    share: {
      inputs: { hours: v.optional(v.number(), 1) },
      outputs: { url: v.string() },
      call: async ({ id, prior, inputs, client }) => {
        expectTypeOf(inputs).toEqualTypeOf<{ readonly hours: number }>();
        expectTypeOf(prior.inputs).toEqualTypeOf<Inputs>();
        expectTypeOf(client).toEqualTypeOf<Client>();
        return { url: id };
      },
    },
    list: { inputs: {}, outputs: { names: v.array(v.string()) }, call: async () => ({ names: [] }) },
  },
});
const shared = new Shared("a", { path: "x" });
expectTypeOf(call(shared, "share", { hours: 2 }).url).toEqualTypeOf<Output<string>>();
expectTypeOf(call(Shared.get("b", "id"), "list", {}).names[0]).toEqualTypeOf<Output<string> | undefined>();
expectTypeOf(call<{ url: string }>(new File("c", { path: "x" }), "share")).toEqualTypeOf<
  Output<{ url: string }>
>();
// @ts-expect-error -- there is no such method
void call(shared, "shared", {});
// @ts-expect-error -- an argument has the wrong type
void call(shared, "share", { hours: "2" });
disk.resource("fs:Broken", {
  ...fields,
  ...hooks,
  // @ts-expect-error -- a method answers with what its schemas say
  methods: { share: { inputs: {}, outputs: { url: v.string() }, call: async () => ({ url: 1 }) } },
});

// What must not compile. Without the mistake, it would:
disk.resource("A", { ...fields, ...hooks });
defineProvider({ package: "a", version: "1.0.0", config: fields.inputs, connect: (config) => config.path });

// @ts-expect-error -- create is missing
disk.resource("A", { ...fields, read: hooks.read, update: hooks.update, delete: hooks.delete });
// @ts-expect-error -- read is missing
disk.resource("A", { ...fields, create: hooks.create, update: hooks.update, delete: hooks.delete });
// @ts-expect-error -- update is missing
disk.resource("A", { ...fields, create: hooks.create, read: hooks.read, delete: hooks.delete });
// @ts-expect-error -- delete is missing
disk.resource("A", { ...fields, create: hooks.create, read: hooks.read, update: hooks.update });
// @ts-expect-error -- there is no such hook
disk.resource("A", { ...fields, ...hooks, remove: async () => {} });
// @ts-expect-error -- replaceOn names no input
disk.resource("A", { ...fields, ...hooks, replaceOn: ["paht"] });
// @ts-expect-error -- replaceOn names an output
disk.resource("A", { ...fields, ...hooks, replaceOn: ["etag"] });
// @ts-expect-error -- volatile names an input
disk.resource("A", { ...fields, ...hooks, volatile: ["path"] });
// @ts-expect-error -- globalId names no input
disk.resource("A", { ...fields, ...hooks, globalId: "account" });
// @ts-expect-error -- equivalent names no input
disk.resource("A", { ...fields, ...hooks, equivalent: { paht: () => true } });
// @ts-expect-error -- a constraint names no input
disk.resource("A", { ...fields, ...hooks, constraints: [exactlyOneOf("path", "paht")] });
// @ts-expect-error -- a constraint names no input
disk.resource("A", { ...fields, ...hooks, constraints: [requiredWith("path", "paht")] });
// @ts-expect-error -- a constraint names no input
disk.resource("A", { ...fields, ...hooks, constraints: [conflicts("path", "paht")] });
// @ts-expect-error -- a rule names no input
disk.resource("A", { ...fields, ...hooks, constraints: [rule(["path", "paht"], () => true, "")] });
// @ts-expect-error -- a rule expects another type than the input has
disk.resource("A", { ...fields, ...hooks, constraints: [rule(["path"], (path: number) => path > 0, "")] });
// @ts-expect-error -- a rule expects an optional input to be there
disk.resource("A", { ...fields, ...hooks, constraints: [rule(["note"], (note: string) => note !== "", "")] });
// @ts-expect-error -- a rule takes more values than it names fields
rule(["path"], (path: string, mode: number) => path.length < mode, "");
// @ts-expect-error -- changed is asked for no input
disk.resource("A", { ...fields, ...hooks, update: async (call) => ({ size: Number(call.changed("paht")) }) });
// @ts-expect-error -- drifted is asked for an input
disk.resource("A", { ...fields, ...hooks, update: async (call) => ({ size: Number(call.drifted("path")) }) });
// @ts-expect-error -- change is asked for no input
disk.resource("A", { ...fields, ...hooks, modifyPlan: ({ change }) => void change("paht") });
// @ts-expect-error -- unknown marks an input
disk.resource("A", { ...fields, ...hooks, modifyPlan: ({ unknown }) => unknown("path") });
// @ts-expect-error -- without prior state there are no prior outputs
disk.resource("A", { ...fields, ...hooks, modifyPlan: ({ prior }) => void prior.outputs });
// @ts-expect-error -- an input of this name is not there
disk.resource("A", { ...fields, ...hooks, delete: async ({ prior }) => prior.inputs.paht });
// @ts-expect-error -- read and delete do not see what is wanted
disk.resource("A", { ...fields, ...hooks, delete: async ({ inputs }) => inputs });
// @ts-expect-error -- an output is missing
disk.resource("A", { ...fields, ...hooks, create: async () => ({ id: "1", outputs: { etag: "" } }) });
// @ts-expect-error -- an output has the wrong type
disk.resource("A", { ...fields, ...hooks, update: async () => ({ size: "1" }) });
// @ts-expect-error -- create does not tell the id
disk.resource("A", { ...fields, ...hooks, create: async () => ({ outputs: { size: 1 } }) });
// @ts-expect-error -- lookup does not tell a required input
disk.resource("A", { ...fields, ...hooks, lookup: async () => ({ inputs: {}, outputs: { size: 1 } }) });
// @ts-expect-error -- there is no such order
disk.resource("A", { ...fields, ...hooks, replaceOrder: "create" });
// @ts-expect-error -- every resource has an id already
disk.resource("A", { ...hooks, inputs: { id: v.string() }, outputs: { size: v.number() } });
// @ts-expect-error -- every resource has a urn already
disk.resource("A", { ...hooks, inputs: {}, outputs: { size: v.number(), urn: v.string() } });
// @ts-expect-error -- a type is no schema
disk.resource("A", { ...hooks, inputs: { path: String }, outputs: { size: v.number() } });
// @ts-expect-error -- a field is wrapped whole: a schema inside another cannot be marked
v.object({ token: secret(v.string()) });
// @ts-expect-error -- the configuration has no such field
defineProvider({ package: "a", version: "1.0.0", config: fields.inputs, connect: (config) => config.paht });
// @ts-expect-error -- a provider has a version
defineProvider({ package: "a" });

const Drive = disk.component("fs:Drive", {
  inputs: { label: v.optional(v.string(), "none"), size: v.optional(v.number()), main: reference(File) },
  outputs: { first: reference(File), size: v.number(), note: v.optional(v.string()) },
  construct: ({ name, inputs, component }) => {
    expectTypeOf(name).toBeString();
    expectTypeOf(inputs.label).toEqualTypeOf<Output<string>>();
    expectTypeOf(inputs.size).toEqualTypeOf<Output<number> | undefined>();
    expectTypeOf(inputs.main.apply(({ mode }) => mode)).toEqualTypeOf<Output<number>>();
    const first = new File(`${name}-first`, { path: inputs.label }, { parent: component });
    return { first, size: first.size };
  },
});
const drive = new Drive("d", { main: file });
expectTypeOf(drive.size).toEqualTypeOf<Output<number>>();
expectTypeOf(drive.first.apply(({ path }) => path)).toEqualTypeOf<Output<string>>();
// @ts-expect-error -- a required input is missing
void new Drive("d");
// @ts-expect-error -- text is no resource
void new Drive("d", { main: "file" });
// @ts-expect-error -- a component is read by no id
void Drive.get("d", "id");
// @ts-expect-error -- a component needs construct
disk.component("c", { inputs: {}, outputs: {} });
// @ts-expect-error -- an output is missing
disk.component("c", { inputs: {}, outputs: { size: v.number() }, construct: () => ({}) });

// @ts-expect-error -- a function needs invoke
disk.function("f", { inputs: {}, outputs: {} });

// @ts-expect-error -- a required input is missing
void new File("a", {});
// @ts-expect-error -- arguments are missing
void new File("a");
// @ts-expect-error -- there is no such input
void new File("a", { path: "x", paht: "x" });
// @ts-expect-error -- an input has the wrong type
void new File("a", { path: 1 });
// @ts-expect-error -- an Output has the wrong type
void new File("a", { path: file.mode });
// @ts-expect-error -- a required input may be absent
void new File("a", { path: maybe });
// @ts-expect-error -- outputs cannot be given
void new File("a", { path: "x", etag: "x" });
// @ts-expect-error -- there is no such option
void new File("a", { path: "x" }, { protected: true });
// @ts-expect-error -- there is no such field
void file.paht;
// @ts-expect-error -- fields are read only
file.path = text;
// @ts-expect-error -- an Output is no text
file.path.toUpperCase();
