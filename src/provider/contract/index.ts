/**
 * The interface between the engine and providers, and the interface of the package host. Types only.
 *
 */
export type * from "./contract.js";
export type * from "./foreign-state.js";
export type * from "./package-host.js";
export type * from "./package-kind.js";
