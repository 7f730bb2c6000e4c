import type { Diagnostic, RegisteredOptions, Registration, ResourceKind } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/**
 * A warning for each option that means nothing for a resource of its kind: never silently dropped. Of a component that
 * a package makes, that package has a version.
 */
export function inapplicableOptions(registration: Registration, isRemote = false): readonly Diagnostic[] {
  if (Object.keys(registration.options).length === 0) return none;
  const { names, because } = meaningless[registration.kind];
  const given = names.filter(
    (option) => Object.hasOwn(registration.options, option) && !(isRemote && option === "version"),
  );
  const warnings = given.map((option) => inapplicable(registration, option, because));
  const { kind, type, options } = registration;
  const isManaged = kind === "custom" || kind === "external";
  const [name] = type.split(":", 1);
  if (isManaged && options.provider !== undefined && options.provider.type !== `pulumi:providers:${name}`)
    warnings.push(
      inapplicable(registration, "provider", `${options.provider.urn} configures another package`),
    );
  return warnings;
}

/** Most resources have no options at all. */
const none: readonly Diagnostic[] = [];

function inapplicable(
  { type, name, urn, position }: Registration,
  option: keyof RegisteredOptions,
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

interface Meaningless {
  readonly names: readonly (keyof RegisteredOptions)[];
  readonly because: string;
}

const meaningless: Readonly<Record<ResourceKind, Meaningless>> = {
  custom: { names: [], because: "" },
  provider: {
    names: [
      "protect",
      "retainOnDelete",
      "deleteBeforeReplace",
      "ignoreChanges",
      "replaceOnChanges",
      "replaceTrigger",
      "replaceWith",
      "deletedWith",
      "import",
      "additionalSecretOutputs",
      "customTimeouts",
      "hooks",
    ],
    because: "a configuration is recorded, and nothing is made or deleted for it",
  },
  component: {
    names: [
      "deleteBeforeReplace",
      "ignoreChanges",
      "replaceOnChanges",
      "replaceTrigger",
      "replaceWith",
      "import",
      "additionalSecretOutputs",
      "customTimeouts",
      "hooks",
      "hideDiffs",
      "version",
    ],
    because: "no provider manages a component",
  },
  external: {
    names: [
      "retainOnDelete",
      "deleteBeforeReplace",
      "ignoreChanges",
      "replaceOnChanges",
      "replaceTrigger",
      "replaceWith",
      "deletedWith",
      "import",
      "protect",
      "customTimeouts",
      "hooks",
      "hideDiffs",
    ],
    because: "it is read and never changed",
  },
};
