import type { ResourceType } from "../../../src/provider/index.js";
import * as coconut from "../../../src/sdk/index.js";
import type { Input, ResourceOptions } from "../../../src/sdk/index.js";
import type { FakeProvider, FakeTypes } from "../../../src/testing/fake-provider.js";

/** What a program of a scenario is written with. Objects are called like their resources unless `name` says otherwise. */
export interface Words {
  readonly bucket: Word<FakeTypes["Bucket"]>;
  readonly site: Word<FakeTypes["Site"]>;
  readonly key: Word<FakeTypes["Key"]>;
  readonly rule: Word<FakeTypes["Rule"]>;
  readonly disk: Word<FakeTypes["Disk"]>;
  readonly task: Word<FakeTypes["Task"]>;
  readonly entry: Word<FakeTypes["Entry"]>;
  readonly note: Word<FakeTypes["Note"]>;
  readonly login: Word<FakeTypes["Login"]>;
  readonly host: Word<FakeTypes["Host"]>;
  /** A component; `fill` makes what is in it and returns what it offers. */
  readonly group: (name: string, fill?: (group: Group) => object | void, options?: ResourceOptions) => Group;
  /** A configuration of the package. */
  readonly account: (
    name: string,
    config: { readonly account?: Input<string>; readonly password?: Input<string> },
    options?: ResourceOptions,
  ) => coconut.ProviderResource;
  /** The classes, for `Bucket.get` and the like. */
  readonly types: FakeTypes;
  /** The functions of the package, for `coconut.invoke`. */
  readonly functions: FakeProvider["functions"];
  readonly coconut: typeof coconut;
}

type Word<Type> =
  Type extends ResourceType<infer Args, infer Properties>
    ? (name: string, ...parameters: Parameters<Named<Args>>) => coconut.CustomResource & Properties
    : never;

type Named<Args> =
  {} extends Omit<Args, "name">
    ? (args?: Omit<Args, "name"> & { name?: Input<string> }, options?: ResourceOptions) => void
    : (args: Omit<Args, "name"> & { name?: Input<string> }, options?: ResourceOptions) => void;

export class Group extends coconut.ComponentResource {
  constructor(name: string, fill: (group: Group) => object | void, options?: ResourceOptions) {
    super("test:index:Group", name, {}, options);
    this.registerOutputs(fill(this) ?? {});
  }
}

export function wordsOf({ types, functions }: FakeProvider): Words {
  type Class = new (name: string, args: object, options?: ResourceOptions) => coconut.CustomResource;
  const word =
    (type: unknown) =>
    (name: string, args: object = {}, options?: ResourceOptions) =>
      new (type as Class)(name, { name, ...args }, options);
  return {
    bucket: word(types.Bucket) as never,
    site: word(types.Site) as never,
    key: word(types.Key) as never,
    rule: word(types.Rule) as never,
    disk: word(types.Disk) as never,
    task: word(types.Task) as never,
    entry: word(types.Entry) as never,
    note: word(types.Note) as never,
    login: word(types.Login) as never,
    host: word(types.Host) as never,
    group: (name, fill = () => {}, options) => new Group(name, fill, options),
    account: (name, config, options) => new types.CloudProvider(name, config, options),
    types,
    functions,
    coconut,
  };
}
