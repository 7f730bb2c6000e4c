import type { Registration } from "../../model/index.js";
import { componentDefinition } from "../provider-component.js";
import { definitionOf } from "../resource-type.js";
import type { AnyProvider } from "../provider-brand.js";

/** The providers whose classes a program made resources of, each once. */
export function providersOf(registrations: Iterable<Registration>): readonly AnyProvider[] {
  const found = new Set<AnyProvider>();
  for (const registration of registrations) {
    const provider = providerOfClass(registration);
    if (provider !== undefined) found.add(provider);
  }
  return [...found];
}

/** The provider that defined the class of a resource; undefined for classes that only name a type. */
export function providerOfClass({ resource }: Registration): AnyProvider | undefined {
  // Read from the prototype: every other name may be an output of the resource.
  const prototype = Object.getPrototypeOf(resource) as { readonly constructor?: unknown } | null;
  const type = prototype?.constructor;
  return typeof type === "function" ? (definitionOf(type) ?? componentDefinition(type))?.provider : undefined;
}
