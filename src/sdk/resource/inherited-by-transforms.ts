import type { RegisteredOptions, Registration, ResourceHandle, ResourceKind } from "../../model/index.js";
import type { ResourceOptions } from "./resource-options.js";

/** The options that a resource takes over from its ancestors, as transforms see them. */
export function inheritedByTransforms({
  kind,
  type,
  parent,
}: {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly parent: Registration | undefined;
}): ResourceOptions {
  const { deletedWith } = nearest(parent, "deletedWith");
  return {
    ...nearest(parent, "protect"),
    ...nearest(parent, "retainOnDelete"),
    ...(deletedWith && { deletedWith: deletedWith.resource }),
    ...inheritedProviders(kind, type, parent),
  } as ResourceOptions;
}

function nearest<Option extends keyof RegisteredOptions>(
  parent: Registration | undefined,
  option: Option,
): Pick<RegisteredOptions, Option> {
  for (let each = parent; each !== undefined; each = each.parent) {
    const value = each.options[option];
    if (value !== undefined) return { [option]: value } as object as Pick<RegisteredOptions, Option>;
  }
  return {} as Pick<RegisteredOptions, Option>;
}

/** The configuration of its own package; for a component those of all packages, for what is in it. */
function inheritedProviders(kind: ResourceKind, type: string, parent: Registration | undefined): object {
  const found = new Map<string, ResourceHandle>();
  for (let each = parent; each !== undefined; each = each.parent) {
    const { provider, providers = [] } = each.options;
    for (const given of provider === undefined ? providers : [provider, ...providers])
      if (!found.has(given.type)) found.set(given.type, given);
  }
  if (kind === "component")
    return found.size === 0 ? {} : { providers: [...found.values()].map(({ resource }) => resource) };
  const own = found.get(`pulumi:providers:${type.split(":", 1)[0]}`);
  return own === undefined || kind === "provider" ? {} : { provider: own.resource };
}
