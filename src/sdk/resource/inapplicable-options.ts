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
 * A warning for each option that means nothing for a resource of its kind: never silently dropped. Of a component that
 * a package makes, that package has a version.
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

/** Most resources have no options at all. */
const none: readonly Diagnostic[] = [];

function inapplicable(
  { type, name, urn, position }: Registration,
  option: OptionName,
  because: string,
): Diagnostic {
  return problem("sdk/inapplicable-option", {
    severity: "warning",
    detail: `The option ${JSON.stringify(option)} has no effect on ${type} ${JSON.stringify(name)}: ${because}.`,
    hint: "Take the option away, or give it to the resource that it is meant for.",
    resource: urn,
    ...(position && { position }),
  });
}

const because: Readonly<Record<ResourceKind, string>> = {
  custom: "",
  provider: "a configuration is recorded, and nothing is made or deleted for it",
  component: "no provider manages a component",
  external: "it is read and never changed",
};
