import {
  optionsWhere,
  resourceOptions,
  type Json,
  type OptionForm,
  type OptionName,
  type RecordedOptions,
  type ResourceOption,
  type Value,
} from "../../model/index.js";
import type { DeploymentResource } from "./deployment.js";
import type { DeploymentFields } from "./deployment-fields.js";

/**
 * Returns the recorded options that deployments can express. `json` makes the JSON of a value in a field of the entry.
 */
export function optionFields(
  options: RecordedOptions,
  json: (field: string, value: Value) => Json,
): Partial<DeploymentResource> {
  const { deleteTimeoutMs, protect } = options;
  const fields: { [field: string]: unknown } = {};
  for (const [name, { takes, exportedAs }] of exported)
    if (exportedAs !== undefined && options[name] !== undefined)
      fields[exportedAs] = takes === "expression" ? json(exportedAs, options[name]) : options[name];
  if (protect !== undefined) fields["protect"] = protect === "in-state" ? true : protect;
  if (deleteTimeoutMs !== undefined) fields["customTimeouts"] = { delete: deleteTimeoutMs / 1000 };
  if (options.import !== undefined) fields["importID"] = options.import;
  return fields;
}

/** Returns the options that only Coconut reads; undefined if there are none. */
export function ownOptions(options: RecordedOptions): RecordedOptions | undefined {
  const own: { [name: string]: unknown } = {};
  for (const [name, { exportedAs }] of exported)
    if (exportedAs === undefined && options[name] !== undefined) own[name] = options[name];
  if (options.hasDeleteHooks !== undefined) own["hasDeleteHooks"] = options.hasDeleteHooks;
  if (options.protect === "in-state") own["protect"] = "in-state";
  return Object.keys(own).length === 0 ? undefined : own;
}

/**
 * Returns the options of an entry. `valueAt` reads a value that may be secret. The file is untrusted: members of the
 * wrong type are ignored.
 */
export function optionsOf(entry: DeploymentFields, valueAt: (field: string) => Value): RecordedOptions {
  const own = entry.object("coconut")?.object("options");
  const options: { [name: string]: unknown } = {};
  for (const [name, { takes, exportedAs }] of exported) {
    if (exportedAs === undefined) options[name] = own && readOption(own, name, takes);
    else options[name] = takes === "expression" ? valueAt(exportedAs) : readOption(entry, exportedAs, takes);
  }
  const seconds = entry.object("customTimeouts")?.number("delete");
  options["deleteTimeoutMs"] = seconds === undefined ? undefined : Math.round(seconds * 1000);
  options["import"] = entry.text("importID");
  options["hasDeleteHooks"] = own?.flag("hasDeleteHooks");
  if (own?.raw("protect") === "in-state") options["protect"] = "in-state";
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const exported = optionsWhere(({ recorded }) => recorded === "whole").map(
  (name) => [name, resourceOptions[name]] as const,
) as readonly (readonly [OptionName & keyof RecordedOptions, ResourceOption])[];

function readOption(fields: DeploymentFields, name: string, form: OptionForm): unknown {
  switch (form) {
    case "flag":
      return fields.flag(name);
    case "text":
      return fields.text(name);
    case "texts":
    case "paths":
      return fields.texts(name);
    case "count":
    case "duration":
      return fields.number(name);
    default:
      return typeof form === "string" ? undefined : readParts(fields.object(name), form);
  }
}

function readParts(
  fields: DeploymentFields | undefined,
  form: Exclude<OptionForm, string>,
): object | undefined {
  if (fields === undefined) return undefined;
  const parts = Object.entries("all" in form ? form.all : form.some);
  const read = parts.map(([part, takes]) => [part, readOption(fields, part, takes)] as const);
  const found = read.filter(([, value]) => value !== undefined);
  return "all" in form && found.length < parts.length ? undefined : Object.fromEntries(found);
}
