import {
  isProviderType,
  providerType,
  decodeValue,
  isKnown,
  isUnknown,
  mapValue,
  parseUrn,
  pathText,
  rootStackType,
  typeOfUrn,
  type Json,
  type ObjectStatus,
  type ResourceKind,
  type Urn,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { isDefaultProvider, providerUrn } from "./deployment-edges.js";
import type { DeploymentFields } from "./deployment-fields.js";
import type { DeploymentFindings } from "./deployment-findings.js";
import { openedJson, placeText, type OpenText } from "./deployment-value.js";
import { isJsonObject, JSON } from "../../std/plain-json.js";

/** One entry of a deployment, parsed on its own. Whether it is consistent with the others is checked later. */
export interface DeploymentEntry {
  /** `resources[3]` */
  readonly at: string;
  readonly fields: DeploymentFields;
  readonly urn: string;
  readonly address: Urn;
  readonly type: string;
  readonly kind: EntryKind;
  readonly status: Exclude<ObjectStatus, "creating">;
  readonly id: string | undefined;
  readonly inputs: ValueObject;
  readonly outputs: ValueObject;
  /** The URN of the provider that manages it. */
  readonly provider: string | undefined;
}

/** `stack`: the stack itself. `default`: a default provider. `left-out`: an entry that Coconut does not import. */
export type EntryKind = ResourceKind | "stack" | "default" | "left-out";

/** Context for reading entries. */
export interface EntryReading {
  readonly findings: DeploymentFindings;
  readonly open: OpenText;
  /** Called with the place of each secret that cannot be decrypted. */
  readonly onSealed: (path: string) => void;
  /** The URNs of default providers, if the file lists them; otherwise they are recognized by name. */
  readonly defaults: ReadonlySet<string> | undefined;
}

/** Returns undefined if the entry has no usable URN. */
export function deploymentEntry(
  fields: DeploymentFields,
  reading: EntryReading,
): DeploymentEntry | undefined {
  const { findings } = reading;
  const { at } = fields;
  const urn = fields.text("urn");
  const address =
    urn === undefined ? undefined : findings.attempt(`${at}.urn`, () => parseUrn(urn, { names: "foreign" }));
  if (urn === undefined) findings.refuse(`${at}.urn`, "The entry has no URN.");
  if (urn === undefined || address === undefined) return undefined;
  if (address.name === "") findings.refuse(`${at}.urn`, `${urn} has no name.`);
  const type = fields.text("type");
  if (type !== typeOfUrn(address))
    findings.refuse(
      `${at}.type`,
      `${urn} has the type ${typeOfUrn(address)}, but the entry has the type ${shown(type)}.`,
    );
  const isCustom = fields.flag("custom");
  if (isCustom === undefined)
    findings.refuse(`${at}.custom`, "The entry does not say whether a provider manages it.");
  const reference = fields.text("provider");
  if (reference !== undefined && !reference.includes("::"))
    findings.refuse(`${at}.provider`, "The value is not a provider reference (<URN>::<id>).");
  const entry = {
    at,
    fields,
    urn,
    address,
    type: typeOfUrn(address),
    kind: kindOf(urn, typeOfUrn(address), isCustom ?? false, fields, reading),
    status: statusOf(fields),
    id: fields.text("id"),
    inputs: valuesAt(fields, "inputs", reading),
    outputs: valuesAt(fields, "outputs", reading),
    provider: reference?.includes("::") ? providerUrn(reference) : undefined,
  };
  checkId(entry, findings);
  return entry;
}

/**
 * Returns a value of an entry; undefined if it is absent or cannot be read. Unknown values are left out. `entry` is the
 * entry itself, if the fields are nested in it.
 */
export function valueAt(
  fields: DeploymentFields,
  name: string,
  { findings, open, onSealed }: EntryReading,
  entry: DeploymentFields = fields,
): Value {
  const json = fields.raw(name);
  if (json === undefined) return undefined;
  const at = `${fields.at}.${name}`;
  const place = { urn: entry.text("urn") ?? "", id: entry.text("id"), field: at.slice(entry.at.length + 1) };
  const opened = openedJson(json, {
    open: (sealed, path) => open(sealed, placeText(place, path)),
    onFault: (fault, path) => {
      const place = at + pathText(path).slice("root".length);
      if (fault === "sealed") onSealed(place);
      else findings.refuse(place, "The value is a secret without readable content.");
    },
  });
  const value = findings.attempt(at, () => decodeValue(opened));
  if (value === undefined || isKnown(value)) return value;
  findings.leaveOut(
    at,
    "The value contains parts that were unknown when the file was written.",
    "Update state to match the real objects after the import:\n    coco refresh",
  );
  return mapValue(value, (part) => (isUnknown(part) ? null : part));
}

/** Returns an object of values of an entry; empty if it is absent or cannot be read. */
export function valuesAt(
  fields: DeploymentFields,
  name: string,
  reading: EntryReading,
  entry: DeploymentFields = fields,
): ValueObject {
  const json: Json | undefined = fields.raw(name);
  if (json !== undefined && !isJsonObject(json)) {
    reading.findings.refuse(`${fields.at}.${name}`, "The value is not an object.");
    return {};
  }
  return (valueAt(fields, name, reading, entry) ?? {}) as ValueObject;
}

function kindOf(
  urn: string,
  type: string,
  isCustom: boolean,
  fields: DeploymentFields,
  { findings, defaults }: EntryReading,
): EntryKind {
  if (type === rootStackType) return "stack";
  const leaveOut = (why: string, hint: string) => {
    findings.leaveOut(fields.at, `${urn} ${why}`, hint);
    return "left-out" as const;
  };
  if (type === stackReference)
    return leaveOut(
      "is a stack reference, which is not a resource in Coconut.",
      "Read the other stack in the program:\n    new StackReference(…)",
    );
  if (type === providerType("pulumi")) return "left-out";
  if (fields.text("viewOf") !== undefined)
    return leaveOut(
      "is a view of another resource. Coconut does not store views separately.",
      "No action is needed: the other resource is imported.",
    );
  if (!isCustom && fields.flag("delete"))
    return leaveOut(
      "is a component that is marked for deletion. Components have nothing to delete.",
      "No action is needed.",
    );
  if (!isCustom) return "component";
  if (isProviderType(type)) return (defaults?.has(urn) ?? isDefaultProvider(urn)) ? "default" : "provider";
  return fields.flag("external") ? "external" : "custom";
}

function statusOf(fields: DeploymentFields): DeploymentEntry["status"] {
  if (fields.flag("delete")) return "doomed";
  return fields.flag("pendingReplacement") ? "owed" : "current";
}

function checkId({ at, id, kind, status, urn }: DeploymentEntry, findings: DeploymentFindings): void {
  const isObject = kind === "custom" || kind === "external";
  if (kind === "component" && id !== undefined)
    findings.refuse(`${at}.id`, `${urn} is not a custom resource, but has an id.`);
  if (status === "owed" && (kind === "component" || kind === "external"))
    findings.refuse(
      `${at}.pendingReplacement`,
      `${urn} is not an object of this stack that could be replaced.`,
    );
  if (isObject && status !== "owed" && (id === undefined || id === ""))
    findings.refuse(`${at}.id`, `${urn} has no id, so its object could not be found again.`);
}

const stackReference = "pulumi:pulumi:StackReference";

function shown(text: string | undefined): string {
  return text === undefined ? "none" : JSON.stringify(text);
}
