import * as v from "valibot";
import type { PackageRecord } from "../../src/model/index.js";
import type { LoadedPackage } from "../../src/provider/contract/index.js";
import type { PackageKind, WantedPackage } from "../../src/provider/host/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { typedPackage } from "../../src/provider/typed/index.js";
import type { Cloud } from "../../src/testing/cloud/index.js";
import { managed, type CloudAccount } from "../../src/testing/managed-object.js";

/** Where plugins of the test kind manage parts, and which version did what, a line each: `2.0.0 create gear`. */
export class PluginWorld {
  readonly cloud: Cloud;
  readonly calls: string[] = [];

  constructor(cloud: Cloud) {
    this.cloud = cloud;
  }

  /** What was done since this was last asked. */
  took(): readonly string[] {
    return this.calls.splice(0);
  }
}

/** A kind whose plugins are `plug` in several versions and flavours; it finds the one that is asked for. */
export class PluginKind implements PackageKind {
  readonly name = "test-plugin";
  /** The sources that the files of the project name. */
  readonly named = new Set<string>();
  readonly #world: PluginWorld;
  readonly #loaded = new Map<string, LoadedPackage>();

  constructor(world: PluginWorld) {
    this.#world = world;
  }

  async find({ name, version = "2.0.0" }: WantedPackage): Promise<LoadedPackage | undefined> {
    return name === "plug" ? this.#load(version) : undefined;
  }

  async findRecorded({ plugin }: PackageRecord): Promise<LoadedPackage> {
    return this.#load(plugin!.version, plugin!.parameterization);
  }

  async isNamedByProject({ plugin }: PackageRecord): Promise<boolean> {
    return this.named.has(plugin!.source);
  }

  #load(version: string, parameterization?: string): LoadedPackage {
    const key = `${version} ${parameterization ?? ""}`;
    const loaded = this.#loaded.get(key) ?? {
      kind: "loaded",
      package: typedPackage(plugOf(version, this.#world)),
      record: recordOf(version, parameterization),
      choosesVersions: true,
    };
    this.#loaded.set(key, loaded);
    return loaded;
  }
}

export function recordOf(version: string, parameterization?: string): PackageRecord {
  const plugin = {
    kind: "test-plugin",
    source: "registry.test/acme/plug",
    version,
    checksums: [`h1:${version}`],
    ...(parameterization !== undefined && { parameterization }),
  };
  return { name: "plug", version, module: "test-plugin:registry.test/acme/plug", plugin };
}

function plugOf(version: string, { cloud, calls }: PluginWorld) {
  const provider = defineProvider({
    package: "plug",
    version,
    config: { color: v.optional(v.string()) },
    connect: ({ color }): CloudAccount => {
      calls.push(`${version} configure${color === undefined ? "" : ` ${color}`}`);
      return { cloud, account: "main" };
    },
  });
  const hooks = managed({ kind: "part", outputs: ({ id }) => ({ serial: id }) });
  const heard = (what: string, name: string) => calls.push(`${version} ${what} ${name}`);
  provider.resource("Part", {
    inputs: { name: v.string(), size: v.number(), shape: v.optional(v.string()) },
    outputs: { serial: v.string() },
    replaceOn: ["shape"],
    create: (call) => {
      heard("create", call.inputs.name);
      return hooks.create(call);
    },
    read: (call) => hooks.read(call),
    update: (call) => {
      heard("update", call.inputs.name);
      return hooks.update(call);
    },
    delete: (call) => {
      heard("delete", call.prior.inputs.name);
      return hooks.delete(call);
    },
  });
  return provider;
}
