import type { Registration } from "../../model/index.js";
import { componentDefinition } from "../provider-component.js";
import { functionDefinition } from "../provider-function.js";
import { definitionOf } from "../resource-type.js";
import type { AnyProvider } from "../provider-brand.js";

/** The providers whose classes a program made resources of, each once. */
export function providersOf(registrations: Iterable<Registration>): readonly AnyProvider[] {
  const found = new Set<AnyProvider>();
  for (const registration of registrations) {
    const maker = makerOf(registration);
    const provider = maker && providerOfMaker(maker);
    if (provider !== undefined) found.add(provider);
  }
  return [...found];
}

/** The class of a resource; undefined for one that has none. */
export function makerOf({ resource }: Registration): object | undefined {
  // Read from the prototype: every other name may be an output of the resource.
  const prototype = Object.getPrototypeOf(resource) as { readonly constructor?: unknown } | null;
  const type = prototype?.constructor;
  return typeof type === "function" ? type : undefined;
}

/** The provider that defined a class or a function; undefined for those that only name a type. */
export function providerOfMaker(maker: object): AnyProvider | undefined {
  return (definitionOf(maker) ?? componentDefinition(maker) ?? functionDefinition(maker))?.provider;
}
