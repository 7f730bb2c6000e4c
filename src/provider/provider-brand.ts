import type { SourcePosition } from "../model/index.js";
import type { Provider } from "./provider.js";

/** Shared by all copies of the package in a process. */
const brand = Symbol.for("coconut.Provider");

/** A provider with any configuration and client. */
export type AnyProvider = Provider<never, unknown>;

/** The position of the `defineProvider` call. Read from the stack trace lazily. */
interface DefinitionSite {
  readonly position: SourcePosition | undefined;
}

export function brandProvider(provider: object, site: DefinitionSite): void {
  Object.defineProperty(provider, brand, { value: site });
}

export function isProvider(value: unknown): value is AnyProvider {
  return typeof value === "object" && value !== null && brand in value;
}

/** Returns the position of the `defineProvider` call, which identifies the module of the provider. */
export function positionOfProvider(provider: AnyProvider): SourcePosition | undefined {
  return (provider as object as { readonly [brand]: DefinitionSite })[brand].position;
}
