import type { Diagnostic, RegisteredOptions, Registration, ResourceKind } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** A warning for each option that means nothing for a resource of its kind: never silently dropped. */
export function inapplicableOptions(registration: Registration): Diagnostic[] {
  const { names, because } = meaningless[registration.kind];
  const given = names.filter((option) => Object.hasOwn(registration.options, option));
  if (given.length === 0) return [];
  const { type, name, urn, position } = registration;
  return given.map((option) =>
    problem("sdk/inapplicable-option", {
      severity: "warning",
      detail: `The option ${JSON.stringify(option)} has no effect on ${type} ${JSON.stringify(name)}: ${because}.`,
      hint: "Take the option away, or give it to the resource that it is meant for.",
      resource: urn,
      ...(position && { position }),
    }),
  );
}

interface Meaningless {
  readonly names: readonly (keyof RegisteredOptions)[];
  readonly because: string;
}

const meaningless: Readonly<Record<ResourceKind, Meaningless>> = {
  custom: { names: [], because: "" },
  provider: {
    names: [
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
