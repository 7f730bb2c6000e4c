import {
  optionsWhere,
  type RegisteredAlias,
  type Registration,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { Asked } from "../facts/asked.js";

/** What a program asks for with one resource, as far as it is known at plan: the part of a plan that it answers for. */
export interface RegistrationPremise {
  readonly urn: string;
  readonly inputs: ValueObject;
  /** All the rest, by name: `type`, `needs`, `options.protect`. */
  readonly parts: ValueObject;
}

export function registrationPremise(registration: Registration, asked: Asked): RegistrationPremise {
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
  return { urn, inputs: asked.inputs, parts };
}

const premiseOptions = optionsWhere(({ premise }) => premise === true);

function aliasText(alias: RegisteredAlias): unknown {
  if (typeof alias === "string") return alias;
  // What it comes to decides which row is meant, and that the plan holds.
  if ("given" in alias) return "output";
  const { parent } = alias;
  return typeof parent === "object" && parent !== null ? { ...alias, parent: parent.urn } : { ...alias };
}
