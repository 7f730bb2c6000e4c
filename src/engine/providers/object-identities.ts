import { equalValues, type ObjectRow, type ResourceId, type ValueObject } from "../../model/index.js";
import { defaultConfiguration, type StackConfig } from "./default-configuration.js";
import type { ProviderPool } from "./provider-pool.js";
import { JSON } from "../../std/plain-json.js";

export interface IdentityPorts {
  readonly pool: ProviderPool;
  readonly settings: StackConfig;
  /** Returns the inputs of the provider resource that configures an object. */
  readonly configurationOf: (provider: ResourceId) => ValueObject | undefined;
}

/** Tells which records refer to the same real object. */
export class ObjectIdentities {
  readonly #ports: IdentityPorts;
  readonly #configurations: (ValueObject | undefined)[] = [];

  constructor(ports: IdentityPorts) {
    this.#ports = ports;
  }

  /**
   * Returns a key that is equal for all records of one object; undefined for a type whose ids do not identify objects.
   */
  async of(object: ObjectRow): Promise<string | undefined> {
    const { stored, package: record } = object;
    const { id, type } = stored;
    if (id === undefined || record === undefined) return undefined;
    const found = await this.#ports.pool.packageRecorded(record);
    if (found.kind === "rejected" || !found.package.hasUniqueIds?.(type)) return undefined;
    return JSON.stringify([record.name, type, this.#configuration(object), id]);
  }

  /** Two provider resources with the same configuration refer to the same objects. */
  #configuration({ provider, package: record }: ObjectRow): number {
    const { settings, configurationOf } = this.#ports;
    const own =
      provider === undefined ? defaultConfiguration(record!, settings).config : configurationOf(provider);
    const known = this.#configurations.findIndex((each) => equalValues(each, own));
    return known < 0 ? this.#configurations.push(own) - 1 : known;
  }
}

/** Returns a cheap key to compare before `ObjectIdentities`: objects with different keys are never the same. */
export function typeAndId({ stored: { type, id } }: ObjectRow): string {
  return `${type} ${id ?? ""}`;
}
