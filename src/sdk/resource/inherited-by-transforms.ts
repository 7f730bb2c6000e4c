import {
  providerType,
  nearestOptions,
  resourceOptions,
  type OptionForm,
  type OptionName,
  type Registration,
  type ResourceHandle,
  type ResourceKind,
} from "../../model/index.js";
import type { ResourceOptions } from "./resource-options.js";

/** Returns the options that a resource inherits from its ancestors, in the form that transforms see. */
export function inheritedByTransforms({
  kind,
  type,
  parent,
}: {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly parent: Registration | undefined;
}): ResourceOptions {
  const inherited = Object.entries(nearestOptions(parent)).map(([name, value]) => [
    name,
    asGiven(resourceOptions[name as OptionName].takes, value),
  ]);
  return { ...Object.fromEntries(inherited), ...inheritedProviders(kind, type, parent) } as ResourceOptions;
}

/** Converts a registered value back to the form of the program, because it will be registered again. */
function asGiven(form: OptionForm, value: unknown): unknown {
  if (form === "resource") return (value as ResourceHandle).resource;
  if (form === "duration") return `${value as number}ms`;
  if (typeof form === "string") return value;
  const parts = "all" in form ? form.all : form.some;
  return Object.fromEntries(
    Object.entries(value as object).map(([part, each]) => [part, asGiven(parts[part]!, each)]),
  );
}

/** Returns the configuration of the resource's own package; for a component, those of all packages. */
function inheritedProviders(kind: ResourceKind, type: string, parent: Registration | undefined): object {
  const found = new Map<string, ResourceHandle>();
  for (let each = parent; each !== undefined; each = each.parent) {
    const { provider, providers = [] } = each.options;
    for (const given of provider === undefined ? providers : [provider, ...providers])
      if (!found.has(given.type)) found.set(given.type, given);
  }
  if (kind === "component")
    return found.size === 0 ? {} : { providers: [...found.values()].map(({ resource }) => resource) };
  const own = found.get(providerType(type.split(":", 1)[0]!));
  return own === undefined || kind === "provider" ? {} : { provider: own.resource };
}
