import {
  getProperty,
  optionsWhere,
  type RegisteredAlias,
  type Registration,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { Asked } from "../facts/asked.js";
import { canonicalText, type Digests } from "./canonical-text.js";

/** The declaration of one resource, as far as it is known at planning time. */
export interface RegistrationPremise {
  readonly urn: string;
  /** The inputs, without those that are not recorded. */
  readonly inputs: ValueObject;
  /** Keyed digests of inputs that are not recorded: a plan file must not contain values that state does not. */
  readonly digests?: Digests;
  /** All other parts, by name: `type`, `needs`, `options.protect`. */
  readonly parts: ValueObject;
}

/** The inputs to hide: their fields, and the replacement for their values. */
export interface HiddenInputs {
  readonly fields: readonly string[];
  readonly digest: (text: string) => string;
}

export function registrationPremise(
  registration: Registration,
  asked: Asked,
  hidden: HiddenInputs,
): RegistrationPremise {
  const { urn, type, kind, options } = registration;
  const needs = asked.needs.map(({ kind: need, field = "", to }) => [need, field, to.urn].join(" ")).sort();
  const given = premiseOptions.map((name) => [name, options[name]]);
  const said = { ...asked.options, ...Object.fromEntries(given), aliases: options.aliases?.map(aliasText) };
  const parts = {
    type,
    kind,
    needs,
    ...Object.fromEntries(Object.entries(said).map(([name, value]) => [`options.${name}`, value as Value])),
  };
  return { urn, ...premiseInputs(asked.inputs, hidden), parts };
}

function premiseInputs(
  inputs: ValueObject,
  { fields, digest }: HiddenInputs,
): Pick<RegistrationPremise, "inputs" | "digests"> {
  if (fields.length === 0) return { inputs };
  const given = fields.filter((field) => (getProperty(inputs, field) ?? null) !== null);
  return {
    inputs: Object.fromEntries(Object.entries(inputs).filter(([field]) => !fields.includes(field))),
    digests: Object.fromEntries(
      given.map((field) => [field, digest(canonicalText(getProperty(inputs, field)))]),
    ),
  };
}

const premiseOptions = optionsWhere(({ premise }) => premise === true);

function aliasText(alias: RegisteredAlias): unknown {
  if (typeof alias === "string") return alias;
  // Its value decides which row is matched, and the plan contains that.
  if ("given" in alias) return "output";
  const { parent } = alias;
  return typeof parent === "object" && parent !== null ? { ...alias, parent: parent.urn } : { ...alias };
}
