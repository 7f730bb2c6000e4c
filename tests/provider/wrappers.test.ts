import { describe, expect, test } from "vitest";
import type {
  Outcome as ChangeOutcome,
  LoadedPackage,
  PackageHost,
} from "../../src/provider/contract/index.js";
import type { ConfiguredProvider, ProviderCall, ProviderPackage } from "../../src/provider/contract/index.js";
import type { PlannedDelete, Stored } from "../../src/model/index.js";
import { guardedHost } from "../../src/engine/providers/guarded-host.js";
import { patientProvider } from "../../src/engine/providers/patient-provider.js";
import { withSecretOutputs } from "../../src/engine/providers/secret-outputs.js";
import { Recording } from "../../src/engine/plan-file/recording.js";
import { Replay } from "../../src/engine/plan-file/replay.js";
import type { PlanDocument } from "../../src/engine/plan-file/plan-document.js";
import { tapedHost } from "../../src/engine/plan-file/taped-host.js";
import { decoratedHost, decoratedPackage, decoratedProvider } from "../../src/provider/decorator/index.js";
import { Watch, watchedHost } from "../../src/testing/provider-kit/watched-host.js";
import { neverAborted } from "../../src/std/index.js";
import { Clock } from "../support/clock.js";
import { configuring } from "./typed-example.js";

const type = "cloud:index:Bucket";
const stored: Stored = { type, schemaVersion: 1, id: "b-1", inputs: {}, outputs: { arn: "arn:1" } };
const call: ProviderCall = {
  phase: "plan",
  urn: "urn:pulumi:dev::shop::x::y",
  signal: neverAborted,
  report: () => {},
};
const planned = { inputs: {}, outputs: {}, change: "none", fields: [] } as const;
const failed: ChangeOutcome = { kind: "failed", diagnostics: [] };
const absent = { kind: "absent" } as const;

/** Has every member of the contract, each on the prototype and each with its own state: nothing survives a spread. */
class EveryMember implements Required<ConfiguredProvider> {
  readonly #heard: string[];

  constructor(heard: string[]) {
    this.#heard = heard;
  }

  get lane() {
    return { width: 3 };
  }
  get ready() {
    return this.#hears("ready", true);
  }
  plan() {
    return this.#hears("plan", planned);
  }
  validate() {
    return this.#hears("validate", []);
  }
  async create(_: ProviderCall, { asked }: { asked?: object | undefined }) {
    return this.#hears(asked === undefined ? "create without what was asked" : "create", failed);
  }
  async update(_: ProviderCall, { asked }: { asked?: object | undefined }) {
    return this.#hears(asked === undefined ? "update without what was asked" : "update", failed);
  }
  constructorOf() {
    return this.#hears("constructorOf", { kind: "rejected" as const, diagnostics: [] });
  }
  planDelete() {
    return this.#hears<PlannedDelete>("planDelete", { opaque: "cGxhbg==" });
  }
  async delete(_: ProviderCall, request: { planned?: PlannedDelete | undefined }) {
    return this.#hears(request.planned === undefined ? "delete without its plan" : "delete", failed);
  }
  read() {
    return this.#hears("read", absent);
  }
  settlesWithinMs() {
    return this.#hears("settlesWithinMs", 0);
  }
  lateWithinMs() {
    return this.#hears("lateWithinMs", 7);
  }
  hasDrifted() {
    return this.#hears("hasDrifted", true);
  }
  canLookUp() {
    return this.#hears("canLookUp", true);
  }
  lookup() {
    return this.#hears("lookup", absent);
  }
  adopt() {
    return this.#hears("adopt", absent);
  }
  canFind() {
    return this.#hears("canFind", true);
  }
  find() {
    return this.#hears("find", []);
  }
  logs() {
    return this.#hears("logs", undefined);
  }
  stats() {
    return this.#hears("stats", { size: 1 });
  }
  invoke() {
    return this.#hears("invoke", { kind: "returned", outputs: {} } as const);
  }
  call() {
    return this.#hears("call", { kind: "returned", outputs: {} } as const);
  }
  async close() {
    this.#hears("close", undefined);
  }

  #hears<Answer>(member: string, answer: Answer): Answer {
    this.#heard.push(member);
    return answer;
  }
}

const change = { prior: stored, planned, key: "k", asked: {}, identified: async () => {} };

/** How each member is called. A new member of the contract has to be put here. */
const members: {
  readonly [Member in keyof ConfiguredProvider]-?: (each: Required<ConfiguredProvider>) => unknown;
} = {
  lane: ({ lane }) => lane,
  ready: ({ ready }) => ready,
  plan: (each) =>
    each.plan(call, { mode: "create", type, inputs: {}, replaceOnChanges: [], ignoreChanges: [] }),
  validate: (each) => each.validate(call, { type, inputs: {} }),
  create: (each) => each.create(call, { ...change, type }),
  update: (each) => each.update(call, change),
  planDelete: (each) => each.planDelete(call, { prior: stored }),
  delete: (each) => each.delete(call, { prior: stored, key: "k", planned: {} }),
  read: (each) => each.read(call, { prior: stored }),
  settlesWithinMs: (each) => each.settlesWithinMs(type),
  lateWithinMs: (each) => each.lateWithinMs(type),
  hasDrifted: (each) => each.hasDrifted({ prior: stored, baseline: {}, observed: stored }),
  canLookUp: (each) => each.canLookUp(type),
  lookup: (each) => each.lookup(call, { type, id: "b-1" }),
  adopt: (each) =>
    each.adopt(call, {
      type,
      recorded: {
        schemaVersion: 0,
        attributes: "{}",
        private: undefined,
        identity: undefined,
        identityVersion: 0,
        sensitive: [],
      },
    }),
  canFind: (each) => each.canFind(type),
  find: (each) => each.find(call, { type, key: "k", inputs: {} }),
  logs: (each) => each.logs(call, { prior: stored, follow: false }),
  stats: (each) => each.stats(call, { prior: stored }),
  invoke: (each) => each.invoke(call, { token: "cloud:x", inputs: {} }),
  call: (each) => each.call(call, { type, method: "m", token: "cloud:x/m", prior: stored, inputs: {} }),
  constructorOf: (each) => each.constructorOf(type),
  close: (each) => each.close(),
};

/** A package with every member on the prototype, whose configured provider is `provider`. */
class EveryPackage implements Required<ProviderPackage> {
  readonly #heard: string[];
  readonly #provider: ConfiguredProvider;

  constructor(heard: string[], provider: ConfiguredProvider) {
    this.#heard = heard;
    this.#provider = provider;
  }

  get name() {
    return this.#hears("name", "cloud");
  }
  get version() {
    return this.#hears("version", "1.0.0");
  }
  get callsAtOnce() {
    return this.#hears("callsAtOnce", 3);
  }
  get configFields() {
    return this.#hears("configFields", ["account"]);
  }
  implements() {
    return this.#hears("implements", true);
  }
  globalId() {
    return this.#hears("globalId", "name");
  }
  replaceFields() {
    return this.#hears("replaceFields", ["region"]);
  }
  hasUniqueIds() {
    return this.#hears("hasUniqueIds", true);
  }
  isEquivalent() {
    return this.#hears("isEquivalent", true);
  }
  isEphemeral() {
    return this.#hears("isEphemeral", true);
  }
  constructorOf() {
    return this.#hears("constructorOf", { kind: "rejected", diagnostics: [] } as const);
  }
  classOf() {
    return this.#hears("classOf", { kind: "exported", module: "#cloud", name: "Bucket" } as const);
  }
  schemaVersion() {
    return this.#hears("schemaVersion", 2);
  }
  upgrade() {
    return this.#hears("upgrade", stored);
  }
  checkConfig() {
    return this.#hears("checkConfig", { config: {}, replaces: false });
  }
  configure() {
    return this.#hears("configure", this.#provider);
  }

  #hears<Answer>(member: string, answer: Answer): Answer {
    this.#heard.push(member);
    return answer;
  }
}

const packageMembers: {
  readonly [Member in keyof ProviderPackage]-?: (each: Required<ProviderPackage>) => unknown;
} = {
  name: ({ name }) => name,
  version: ({ version }) => version,
  callsAtOnce: ({ callsAtOnce }) => callsAtOnce,
  configFields: ({ configFields }) => configFields,
  implements: (each) => each.implements(type),
  globalId: (each) => each.globalId(type),
  replaceFields: (each) => each.replaceFields(type),
  hasUniqueIds: (each) => each.hasUniqueIds(type),
  isEphemeral: (each) => each.isEphemeral("cloud:x"),
  isEquivalent: (each) => each.isEquivalent({ type, field: "a", before: {}, after: {} }),
  constructorOf: (each) => each.constructorOf(type),
  classOf: (each) => each.classOf(type),
  schemaVersion: (each) => each.schemaVersion(type),
  upgrade: (each) => each.upgrade(call, stored),
  checkConfig: (each) => each.checkConfig(call, configuring()),
  configure: (each) => each.configure(call, configuring()),
};

const record = { name: "cloud", version: "1.0.0", module: "cloud" };

function hostOf(found: ProviderPackage): PackageHost {
  const loaded: LoadedPackage = { kind: "loaded", package: found, record };
  return { forResource: async () => loaded, forFunction: async () => loaded, forRecord: async () => loaded };
}

const now = () => "2030-01-01T00:00:00Z";
const pauses = new Clock();
const guarded = (host: PackageHost) => guardedHost(host, { timer: pauses, now });
const taped = (host: PackageHost) => tapedHost(host, new Recording());
const watched = (host: PackageHost) => watchedHost(host, new Watch());
const decorated = (host: PackageHost) => decoratedHost(host, (each) => decoratedPackage(each.package, {}));

const hosts: readonly (readonly [name: string, wrap: (host: PackageHost) => PackageHost])[] = [
  ["the decorator without hooks", decorated],
  ["the guard", guarded],
  ["the tape", taped],
  ["the watch of the provider kit", watched],
  ["all of them", (host) => taped(guarded(watched(decorated(host))))],
];

async function packageThrough(wrap: (host: PackageHost) => PackageHost, found: ProviderPackage) {
  const loaded = await wrap(hostOf(found)).forFunction({ token: "cloud:x" });
  return (loaded as LoadedPackage).package;
}

async function providerThrough(wrap: (host: PackageHost) => PackageHost, provider: ConfiguredProvider) {
  const found = await packageThrough(wrap, new EveryPackage([], provider));
  return (await found.configure(call, configuring())) as ConfiguredProvider;
}

type Wrap = (provider: ConfiguredProvider) => Promise<ConfiguredProvider>;

const sealing: Wrap = async (provider) => withSecretOutputs(provider, ["arn"]);
const providers: readonly (readonly [name: string, wrap: Wrap])[] = [
  ["the decorator without hooks for a provider", async (provider) => decoratedProvider(provider, {})],
  ["patience", async (provider) => patientProvider(provider, { pauses, now })],
  ["secret outputs", sealing],
  ...hosts.map(
    ([name, wrap]) => [name, async (each: ConfiguredProvider) => providerThrough(wrap, each)] as const,
  ),
  ["everything", async (each) => sealing(await providerThrough(hosts.at(-1)![1], each))],
];

/** What the watch of the kit answers itself: nothing that it cuts off comes later. */
const ownOf = (name: string) => (/watch|all|everything/.test(name) ? ["lateWithinMs"] : []);

describe.each(providers)("%s passes on", (name, wrap) => {
  const own = ownOf(name);
  test.each(Object.keys(members).filter((each) => !own.includes(each)))(
    "%s of a provider",
    async (member) => {
      const heard: string[] = [];
      const wrapped = (await wrap(new EveryMember(heard))) as Required<ConfiguredProvider>;
      const direct = new EveryMember([]);
      heard.length = 0;
      const use = members[member as keyof typeof members];
      expect(await use(wrapped)).toEqual(await use(direct));
      if (member !== "lane" && member !== "ready") expect(heard).toContain(member);
    },
  );

  test("that a provider lacks an optional member", async () => {
    const bare = Object.assign(new EveryMember([]), missing) as ConfiguredProvider;
    const wrapped = await wrap(bare);
    const has = Object.keys(missing).filter((each) => wrapped[each as keyof typeof missing] !== undefined);
    expect(has).toEqual(own);
  });
});

const missing = {
  planDelete: undefined,
  settlesWithinMs: undefined,
  lateWithinMs: undefined,
  hasDrifted: undefined,
  logs: undefined,
  stats: undefined,
  invoke: undefined,
  call: undefined,
};

describe.each(hosts)("%s passes on", (_, wrap) => {
  test.each(Object.keys(packageMembers))("%s of a package", async (member) => {
    const heard: string[] = [];
    const provider = new EveryMember([]);
    const found = (await packageThrough(
      wrap,
      new EveryPackage(heard, provider),
    )) as Required<ProviderPackage>;
    heard.length = 0;
    const use = packageMembers[member as keyof typeof packageMembers];
    const answer = await use(found);
    expect(heard).toContain(member);
    if (member !== "configure") expect(answer).toEqual(await use(new EveryPackage([], provider)));
  });
});

test("a plan file has what the provider answered to planDelete", async () => {
  const recording = new Recording();
  const heard: string[] = [];
  const plans = await providerThrough((host) => tapedHost(host, recording), new EveryMember(heard));
  const answer = await plans.planDelete!(call, { prior: stored });
  const document = { packages: [record], plan: { registrations: [] }, answers: recording.answers };
  heard.length = 0;
  const replay = new Replay(document as object as PlanDocument, (text) => text);
  const again = await providerThrough((host) => tapedHost(host, replay), new EveryMember(heard));
  expect(await again.planDelete!(call, { prior: stored })).toEqual(answer);
  expect(heard).toEqual([]);
  await expect(async () => again.planDelete!(call, { prior: { ...stored, id: "b-2" } })).rejects.toThrow(
    "different provider call: planDelete",
  );
});
