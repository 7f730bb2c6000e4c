import {
  providerType,
  resourceOptions,
  type Diagnostic,
  type OptionName,
  type Registration,
  type ResourceKind,
  type ResourceOption,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";

/**
 * Returns a warning for each option that has no effect on a resource of its kind. The option `version` has an effect on
 * a component that a package constructs.
 */
export function inapplicableOptions(registration: Registration, isRemote = false): readonly Diagnostic[] {
  const { kind, type, options } = registration;
  const given = Object.keys(options) as OptionName[];
  if (given.length === 0) return none;
  const hasEffect = ({ on }: ResourceOption) =>
    on.includes(kind) || (isRemote && on.includes("remote component"));
  const warnings = given
    .filter((option) => !hasEffect(resourceOptions[option]))
    .map((option) => inapplicable(registration, option, because[kind]));
  const isManaged = kind === "custom" || kind === "external";
  const [name] = type.split(":", 1);
  if (isManaged && options.provider !== undefined && options.provider.type !== providerType(name ?? ""))
    warnings.push(
      inapplicable(registration, "provider", `${options.provider.urn} configures another package`),
    );
  return warnings;
}

/** Shared: most resources have no options. */
const none: readonly Diagnostic[] = [];

function inapplicable(
  { type, name, urn, position }: Registration,
  option: OptionName,
  because: string,
): Diagnostic {
  return problem("sdk/inapplicable-option", {
    severity: "warning",
    detail: `The option ${JSON.stringify(option)} has no effect on ${type} ${JSON.stringify(name)}: ${because}.`,
    hint: "Remove the option, or set it on the resource that it is meant for.",
    resource: urn,
    ...(position && { position }),
  });
}

const because: Readonly<Record<ResourceKind, string>> = {
  custom: "",
  provider: "a provider configuration is only recorded; no object is created or deleted for it",
  component: "no provider manages a component",
  external: "the resource is only read and never changed",
};
