import type { RegisteredOptions, Registration } from "../../model/index.js";

/** The options of a resource, with those that it takes over from the component it is in unless it says otherwise. */
export function inheritedOptions(registration: Registration): RegisteredOptions {
  if (registration.parent === undefined) return registration.options;
  return {
    ...registration.options,
    ...nearest(registration, "protect"),
    ...nearest(registration, "retainOnDelete"),
    ...nearest(registration, "deletedWith"),
  };
}

function nearest<Option extends keyof RegisteredOptions>(
  registration: Registration,
  option: Option,
): Pick<RegisteredOptions, Option> | undefined {
  for (let each: Registration | undefined = registration; each !== undefined; each = each.parent) {
    const { [option]: value } = each.options;
    if (value !== undefined) return { [option]: value } as object as Pick<RegisteredOptions, Option>;
  }
  return undefined;
}
