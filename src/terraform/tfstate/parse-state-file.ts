import { CtyFault, isCtyNumber, numberText, readJson, writeJson, type JsonTree } from "../cty/index.js";
import { moduleSteps, resourceAddress } from "./module-steps.js";
import { providerReference } from "./provider-reference.js";
import { sensitivePaths } from "./sensitive-paths.js";
import type { InstanceKey, StateFile, StateFileFault, StateObject } from "./state-file.js";

/** Parses a state file. Unknown members are ignored, since newer versions of Terraform add some. */
export function parseStateFile(text: string): StateFile | StateFileFault {
  if (text.trim() === "") return { kind: "empty" };
  try {
    return fileOf(memberMap(readJson(text), "the file"));
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    if (error instanceof CtyFault) return { kind: "not-state", reason: error.message };
    throw error;
  }
}

class Refused extends Error {
  readonly fault: StateFileFault;

  constructor(fault: StateFileFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

type Members = ReadonlyMap<string, JsonTree>;

function fileOf(file: Members): StateFile {
  if (file.has("encrypted_data")) throw new Refused({ kind: "encrypted" });
  const version = file.get("version");
  if (version !== 4) throw new Refused(versionFault(version));
  const resources = list(file, "resources").map((each) => memberMap(each, "a resource"));
  const dataSources: string[] = [];
  const objects: StateObject[] = [];
  for (const resource of resources) {
    if (text(resource, "mode") === "managed") objects.push(...objectsOf(resource));
    else
      dataSources.push(addressOf(resource, resourceAddress(text(resource, "type"), text(resource, "name"))));
  }
  return {
    writtenBy: optionalText(file, "terraform_version") ?? "",
    objects,
    dataSources,
    outputs: [...(file.get("outputs") instanceof Map ? (file.get("outputs") as Members).keys() : [])],
    checks: checksOf(file),
  };
}

/** A JSON file without a version is not a state file. */
function versionFault(version: JsonTree | undefined): StateFileFault {
  if (!isCtyNumber(version ?? null))
    return { kind: "not-state", reason: 'it has no member "version", so it is not a state file' };
  const found = version as number;
  return { kind: "version", version: numberText(found), isOlder: found < 4 };
}

function checksOf(file: Members): readonly string[] {
  const checks = file.get("check_results");
  if (!Array.isArray(checks)) return [];
  return (checks as readonly JsonTree[]).flatMap((each) => {
    const address = each instanceof Map ? (each as Members).get("config_addr") : undefined;
    return typeof address === "string" ? [address] : [];
  });
}

function objectsOf(resource: Members): readonly StateObject[] {
  const type = text(resource, "type");
  const name = text(resource, "name");
  const provider = providerReference(text(resource, "provider"));
  if (provider === undefined) return refuse(`the provider of ${type}.${name} is not a provider address`);
  const module = optionalText(resource, "module") ?? "";
  const steps = moduleSteps(module);
  if (steps === undefined) return refuse(`${module} is not the address of a module`);
  return list(resource, "instances").map((each) => {
    const instance = memberMap(each, `an instance of ${type}.${name}`);
    const key = keyOf(instance);
    const attributes = instance.get("attributes");
    const id = attributes instanceof Map ? (attributes as Members).get("id") : undefined;
    const identity = instance.get("identity") ?? null;
    const local = resourceAddress(type, name, key);
    return {
      address: addressOf(resource, local),
      resource: [...steps.map((step) => `module.${step.name}`), resourceAddress(type, name)].join("."),
      module: steps,
      type,
      name,
      key,
      provider,
      schemaVersion: count(instance, "schema_version"),
      attributes: attributes instanceof Map ? writeJson(attributes) : undefined,
      id: typeof id === "string" ? id : undefined,
      private: optionalText(instance, "private"),
      identity: identity instanceof Map ? writeJson(identity) : undefined,
      identityVersion: count(instance, "identity_schema_version"),
      isTainted: instance.get("status") === "tainted",
      deposed: optionalText(instance, "deposed"),
      dependencies: textsOf(instance, "dependencies"),
      sensitive: sensitivePaths(instance.get("sensitive_attributes")),
      isCreatedFirst: instance.get("create_before_destroy") === true,
    };
  });
}

function addressOf(resource: Members, local: string): string {
  const module = optionalText(resource, "module");
  const prefix = text(resource, "mode") === "managed" ? "" : `${text(resource, "mode")}.`;
  return `${module === undefined || module === "" ? "" : `${module}.`}${prefix}${local}`;
}

function keyOf(instance: Members): InstanceKey | undefined {
  const key = instance.get("index_key") ?? null;
  return typeof key === "string" || typeof key === "number" ? key : undefined;
}

function memberMap(tree: JsonTree, what: string): Members {
  return tree instanceof Map ? (tree as Members) : refuse(`${what} is not a JSON object`);
}

function list(members: Members, name: string): readonly JsonTree[] {
  const found = members.get(name) ?? [];
  return Array.isArray(found) ? (found as readonly JsonTree[]) : refuse(`"${name}" is not a list`);
}

function textsOf(members: Members, name: string): readonly string[] {
  return list(members, name).filter((each) => typeof each === "string");
}

function text(members: Members, name: string): string {
  const found = members.get(name);
  return typeof found === "string" && found !== "" ? found : refuse(`a resource has no "${name}"`);
}

function optionalText(members: Members, name: string): string | undefined {
  const found = members.get(name);
  return typeof found === "string" ? found : undefined;
}

function count(members: Members, name: string): number {
  const found = members.get(name) ?? 0;
  return Number.isSafeInteger(found) ? (found as number) : refuse(`"${name}" is not a whole number`);
}

function refuse(reason: string): never {
  throw new Refused({ kind: "not-state", reason });
}
