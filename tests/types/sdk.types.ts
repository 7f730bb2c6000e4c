/**
 * What the SDK's types allow and what they refuse. Checked by the compiler alone: each line below a
 * `@ts-expect-error` must not compile, everything else must.
 */
import * as coconut from "@coconut/coconut";
import type {
  Input,
  InputShape,
  Output,
  OutputShape,
  PlainShape,
  ResourceOptions,
  Unwrap,
} from "@coconut/coconut";

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- how the compiler is asked whether types are identical
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

/** Compiles only if the value has exactly the type. */
function is<T>() {
  return <V>(_value: V, ..._same: Same<V, T> extends true ? [] : [found: V]) => {};
}

class Bucket extends coconut.CustomResource {
  readonly arn!: Output<string>;
  readonly size!: Output<number>;
  readonly on!: Output<boolean>;
  readonly tags!: Output<{ owner: string; team?: string; deep: { list: string[] } }>;
  readonly list!: Output<string[]>;
  readonly pair!: Output<[name: string, size: number]>;
  readonly map!: Output<{ [key: string]: number }>;
  readonly maybe!: Output<{ a: number } | undefined>;
  readonly mode!: Output<"read" | "write">;
  readonly anything!: Output<any>;

  constructor(name: string, args: { region?: Input<string> }, options?: ResourceOptions) {
    super("aws:s3:Bucket", name, args, options);
  }
}

class Site extends coconut.ComponentResource {}
class Provider extends coconut.ProviderResource {}

declare const bucket: Bucket;
declare const site: Site;
declare const provider: Provider;

export function liftedAccess() {
  is<Output<string>>()(bucket.tags.owner);
  is<Output<string | undefined>>()(bucket.tags.team);
  is<Output<string[]>>()(bucket.tags.deep.list);
  is<Output<string>>()(bucket.tags.deep.list[0]!);
  is<Output<string>>()(bucket.pair[0]);
  is<Output<number>>()(bucket.pair[1]);
  is<Output<number>>()(bucket.list.length);
  is<Output<number>>()(bucket.map["x"]!);
  is<Output<number>>()(bucket.maybe.a);
  is<Output<string>>()(bucket.urn);
  is<Output<string>>()(bucket.id);
  is<Output<string>>()(site.urn);

  // @ts-expect-error -- there is no such property
  void bucket.tags.missing;
  // @ts-expect-error -- the pair has two elements
  void bucket.pair[2];
  // @ts-expect-error -- the methods of text belong into a callback
  void bucket.arn.toUpperCase();
  // @ts-expect-error -- the methods of a list belong into a callback
  void bucket.list.map((item) => item);
  // @ts-expect-error -- Outputs are not assigned to
  bucket.tags.owner = coconut.output("x");
  // @ts-expect-error -- a component has no id
  void site.id;
}

export function applying() {
  is<Output<number>>()(bucket.arn.apply((text) => text.length));
  is<Output<number>>()(bucket.arn.apply(async (text) => text.length));
  is<Output<string>>()(bucket.arn.apply(() => bucket.id));
  is<Output<string>>()(bucket.arn.apply(async () => bucket.id));
  is<Output<string>>()(bucket.arn.apply(() => bucket.id.apply(() => bucket.arn)));
  is<Output<{ a: string; b: number[] }>>()(
    bucket.arn.apply((a) => ({ a: coconut.output(a), b: Promise.resolve([bucket.size]) })),
  );
  is<Output<boolean>>()(bucket.arn.apply((text) => text === "x"));
  is<Output<Bucket>>()(bucket.arn.apply(() => bucket));
  is<Output<void>>()(bucket.arn.apply(() => {}));
  is<Output<number>>()(coconut.apply(bucket.arn, (text) => text.length));
  bucket.pair.apply(([name, size]) => {
    is<string>()(name);
    is<number>()(size);
  });
  bucket.maybe.apply((value) => is<{ a: number } | undefined>()(value));
  bucket.on.apply((value) => is<boolean>()(value));

  // @ts-expect-error -- the callback is given text
  bucket.arn.apply((text: number) => text);
  // @ts-expect-error -- a callback is needed
  bucket.arn.apply();
}

export async function awaiting() {
  const awaited = await bucket.arn;
  // @ts-expect-error -- the value of an Output cannot be awaited
  const text: string = awaited;
  // @ts-expect-error -- nor used
  void awaited.length;
  const all = await Promise.all([bucket.arn, Promise.resolve(1)]);
  // @ts-expect-error -- nor in company
  const first: string = all[0];
  return [text, first];
}

export function several() {
  coconut.all([bucket.arn, bucket.size, "x", bucket.tags]).apply(([arn, size, x, tags]) => {
    is<string>()(arn);
    is<number>()(size);
    is<"x">()(x);
    is<string>()(tags.owner);
  });
  coconut.all({ arn: bucket.arn, deep: { size: bucket.size }, later: Promise.resolve(true) }).apply((all) => {
    is<string>()(all.arn);
    is<number>()(all.deep.size);
    is<boolean>()(all.later);
  });
  const arns = [bucket].map((each) => each.arn);
  is<Output<string[]>>()(coconut.all(arns));
  is<Output<string>>()(coconut.all([bucket.arn])[0]);
  is<Output<{ region: string; arn: string }>>()(coconut.output({ region: "eu", arn: bucket.arn }));
  is<Output<string>>()(coconut.output(Promise.resolve(bucket.arn)));
  is<Output<string>>()(coconut.unwrap(coconut.output(bucket.arn)));
  is<Output<string>>()(coconut.secret(bucket.arn));
  is<Output<string>>()(coconut.unsecret(bucket.arn));
  is<Output<boolean>>()(coconut.isSecret(bucket.arn));
  is<Output<string>>()(coconut.interpolate`${bucket.arn} ${1} ${true} ${bucket} ${"x"}`);
  is<Output<string>>()(coconut.concat(bucket.arn, 1));
  is<Output<string>>()(coconut.jsonStringify({ deep: [bucket.arn] }));
  is<Output<{ a: number }>>()(coconut.jsonParse<{ a: number }>(bucket.arn));

  // @ts-expect-error -- an object is no text
  void coconut.interpolate`${bucket.tags}`;
  // @ts-expect-error -- numbers are IEEE doubles
  void coconut.interpolate`${1n}`;
  // @ts-expect-error -- what may be absent is said first
  coconut.concat(bucket.tags.team);
}

export function inputs(text: Input<string>, tags: InputShape<{ owner: string; list: string[] }>) {
  const mapped: Input<Record<string, Input<string>>> = bucket.arn.apply((owner) => ({ owner }));
  const partial: Input<{ owner: string; team?: string }> = bucket.arn.apply((owner) => ({ owner }));
  // @ts-expect-error -- an Output of a number is no text
  const wrong: Input<string> = bucket.arn.apply((arn) => arn.length);
  void [mapped, partial, wrong];
  const accepted: (typeof text)[] = ["x", bucket.arn, bucket.tags.owner, bucket.mode];
  const shaped: (typeof tags)[] = [
    { owner: "x", list: ["a", bucket.arn] },
    { owner: bucket.arn, list: bucket.list },
    coconut.output({ owner: "x", list: ["a"] }),
  ];
  const outputs: Output<string>[] = [bucket.arn, bucket.mode];
  const unknowns: Output<unknown>[] = [bucket.arn, bucket.tags, bucket.list, bucket.pair, bucket.maybe];
  const optional: Output<string | undefined>[] = [bucket.arn, bucket.tags.team];

  // @ts-expect-error -- a number is no text
  const number: Input<string> = 1;
  // @ts-expect-error -- nor is an Output of one
  const outputOfNumber: Input<string> = bucket.size;
  // @ts-expect-error -- a promise goes through output()
  const promise: Input<string> = Promise.resolve("x");
  // @ts-expect-error -- what may be absent is not text
  const absent: Input<string> = bucket.tags.team;
  // @ts-expect-error -- an Output is no plain value
  const plain: string = bucket.arn;
  // @ts-expect-error -- nor is data with an Output in it
  const plainTags: { owner: string } = { owner: bucket.arn };
  // @ts-expect-error -- an Output of a wider type does not fit a narrower one
  const narrower: Output<"read"> = bucket.mode;
  return [
    accepted,
    shaped,
    outputs,
    unknowns,
    optional,
    number,
    outputOfNumber,
    promise,
    absent,
    plain,
    plainTags,
    narrower,
  ];
}

type Rule = { kind: "port"; port: number } | { kind: "path"; path: string };

/** What a union takes, and what is read from one. */
export function unions(
  nested: Output<Output<string>>,
  shape: OutputShape<string | { port: number }>,
  rules: (rules: InputShape<Rule[]>, port: InputShape<{ port?: string | number | null }>) => void,
) {
  const taken: InputShape<string | number[]>[] = [
    "x",
    [1, bucket.size],
    bucket.arn,
    nested,
    bucket.arn.apply((arn) => (arn === "" ? [1] : arn)),
    coconut.output([1]),
  ];
  rules(
    [
      { kind: "port", port: 1 },
      { kind: "path", path: bucket.arn },
    ],
    { port: bucket.size },
  );
  rules(coconut.output([{ kind: "port" as const, port: 1 }]), { port: null });
  rules([{ kind: bucket.arn.apply(() => "port" as const), port: 2 }], {});
  // @ts-expect-error -- each member has fields of its own
  rules([{ kind: "port", path: "x" }], {});
  // @ts-expect-error -- true is none of them
  rules([], { port: true });
  // @ts-expect-error -- nor is an Output of an Output of it
  const wrong: InputShape<string | number[]> = null as unknown as Output<Output<boolean>>;
  is<Output<string | { port: number }>>()(coconut.unwrap(shape));
  return [taken, wrong];
}

export function shapes() {
  is<{ owner: string; list: number[] }>()(
    null as unknown as PlainShape<Output<{ owner: Output<string>; list: Promise<number>[] }>>,
  );
  is<string>()(null as unknown as Unwrap<Output<string>>);
  is<Output<{ a: Output<string> }>>()(null as unknown as OutputShape<{ a: string }>);
}

export function options(): ResourceOptions[] {
  const good: ResourceOptions = {
    parent: site,
    dependsOn: [bucket, bucket.arn.apply(() => bucket)],
    provider,
    protect: true,
    retainOnDelete: true,
    deleteBeforeReplace: false,
    ignoreChanges: ["tags"],
    replaceOnChanges: ["[*]"],
    replaceTrigger: { any: [bucket.arn] },
    replaceWith: [bucket],
    deletedWith: bucket,
    aliases: ["urn:…", { name: "old", parent: null }, { parent: site }],
    import: "id",
    additionalSecretOutputs: ["arn"],
    version: "1.0.0",
    id: "short",
    globalId: "unique",
    customTimeouts: { create: 90, update: "5m" },
    hooks: {
      afterCreate: [({ urn }) => void urn.length],
      onError: [({ attempt }) => (attempt < 3 ? "retry" : "fail")],
    },
    retry: { attempts: 3, delay: "2s" },
    transforms: [({ args, options }) => ({ args, options })],
    hideDiffs: ["password"],
  };
  return [
    good,
    { providers: [provider] },
    { providers: { aws: provider } },
    { dependsOn: bucket },
    // @ts-expect-error -- there is no such option
    { protcet: true },
    // @ts-expect-error -- an option must be known while the program runs
    { protect: bucket.on },
    // @ts-expect-error -- a parent is a resource, not its name
    { parent: "site" },
    // @ts-expect-error -- nor its URN
    { parent: site.urn },
    // @ts-expect-error -- a list of paths
    { ignoreChanges: "tags" },
    // @ts-expect-error -- an id is known while the program runs
    { import: bucket.id },
    // @ts-expect-error -- resources are not named by text
    { dependsOn: ["bucket"] },
    // @ts-expect-error -- there is no such step
    { customTimeouts: { read: 5 } },
    // @ts-expect-error -- a retry has a delay
    { retry: { attempts: 3 } },
    // @ts-expect-error -- a hook is a function
    { hooks: { afterCreate: ["x"] } },
  ];
}

export function reading() {
  is<Bucket>()(Bucket.get("old", "id"));
  is<Bucket>()(Bucket.get("old", bucket.id, { parent: site }));
  // @ts-expect-error -- an id is needed
  Bucket.get("old");
  // @ts-expect-error -- an id is text
  Bucket.get("old", 5);
  // @ts-expect-error -- a component is not read
  Site.get("old", "id");
}

export function classes() {
  // @ts-expect-error -- the base classes are extended, not constructed
  void new coconut.CustomResource("a:b:C", "x");
  // @ts-expect-error -- nor this one
  void new coconut.Resource("a:b:C", "x");
  class Custom extends coconut.CustomResource {
    constructor(name: string) {
      super("a:b:C", name, { any: "argument" }, { protect: true });
    }
  }
  class Component extends coconut.ComponentResource {
    constructor(name: string) {
      super("a:b:C", name);
      this.registerOutputs({ a: this.urn });
    }
  }
  // @ts-expect-error -- a component registers its outputs itself
  new Component("x").registerOutputs({});
  return new Custom("x").id;
}

export function configuration(config: coconut.Config) {
  is<string | undefined>()(config.get("a"));
  is<string>()(config.get("a", "fallback"));
  is<string>()(config.require("a"));
  is<number | undefined>()(config.getNumber("a"));
  is<number>()(config.getNumber("a", 1));
  is<boolean>()(config.requireBoolean("a"));
  is<Output<string> | undefined>()(config.getSecret("a"));
  is<Output<string>>()(config.requireSecret("a"));
  is<Output<number>>()(config.requireSecretNumber("a"));
  is<{ a: number }>()(config.requireObject<{ a: number }>("a"));
  is<Output<{ a: number }>>()(config.requireSecretObject<{ a: number }>("a"));
  // @ts-expect-error -- a fallback has the type of the value
  config.getNumber("a", "1");
}

export function otherStacks() {
  const network = new coconut.StackReference<{ subnet: string; ports: readonly number[] }>("network/prod");
  is<Output<string>>()(network.requireOutput("subnet"));
  is<Output<string | undefined>>()(network.getOutput("subnet"));
  is<Output<string>>()(network.outputs.subnet);
  is<Output<number>>()(network.outputs.ports[0]!);
  is<Output<unknown>>()(
    new coconut.StackReference({ project: "network", stack: "prod" }).requireOutput("any"),
  );
  // @ts-expect-error -- it exports no such output
  network.requireOutput("subnets");
  // @ts-expect-error -- a stack has to be named
  new coconut.StackReference({ project: "network" });
}

export function transforms() {
  coconut.registerTransform(({ type, name, args, options }) =>
    type === name ? { args: { ...args, owner: "ana" }, options: { ...options, protect: true } } : undefined,
  );
  coconut.registerTransform(() => {});
  coconut.registerTransform(({ options }) => ({ options }));
  // @ts-expect-error -- a transform answers at once
  coconut.registerTransform(async () => ({ args: {} }));
  // @ts-expect-error -- the name is not a transform's to change
  coconut.registerTransform(() => ({ name: "other" }));
}
