import type { RegisteredAlias, Registration, ValueObject } from "../../model/index.js";
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
  const { aliases, import: imported, version, id, globalId, customTimeouts, hideDiffs } = options;
  const needs = asked.needs.map(({ kind: need, field = "", to }) => [need, field, to.urn].join(" ")).sort();
  const asOptions = {
    ...asked.options,
    aliases: aliases?.map(aliasText),
    import: imported,
    version,
    id,
    globalId,
    customTimeouts,
    hideDiffs,
  };
  const parts = {
    type,
    kind,
    needs,
    ...Object.fromEntries(Object.entries(asOptions).map(([name, value]) => [`options.${name}`, value])),
  };
  return { urn, inputs: asked.inputs, parts };
}

function aliasText(alias: RegisteredAlias): unknown {
  if (typeof alias === "string") return alias;
  const { parent } = alias;
  return typeof parent === "object" && parent !== null ? { ...alias, parent: parent.urn } : { ...alias };
}
