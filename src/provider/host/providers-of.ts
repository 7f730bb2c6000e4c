import type { Registration } from "../../model/index.js";
import { componentDefinition } from "../provider-component.js";
import { functionDefinition } from "../provider-function.js";
import { definitionOf } from "../resource-type.js";
import type { AnyProvider } from "../provider-brand.js";

/** Returns the providers of the resource classes that a program uses, each once. */
export function providersOf(registrations: Iterable<Registration>): readonly AnyProvider[] {
  const found = new Set<AnyProvider>();
  for (const registration of registrations) {
    const maker = makerOf(registration);
    const provider = maker && providerOfMaker(maker);
    if (provider !== undefined) found.add(provider);
  }
  return [...found];
}

/** Returns the class of a resource; undefined if it has none. */
export function makerOf({ resource }: Registration): object | undefined {
  // Read from the prototype, because any property of the resource itself may be an output.
  const prototype = Object.getPrototypeOf(resource) as { readonly constructor?: unknown } | null;
  const type = prototype?.constructor;
  return typeof type === "function" ? type : undefined;
}

/** Returns the provider that defined a class or a function; undefined for classes that only name a type. */
export function providerOfMaker(maker: object): AnyProvider | undefined {
  return (definitionOf(maker) ?? componentDefinition(maker) ?? functionDefinition(maker))?.provider;
}
