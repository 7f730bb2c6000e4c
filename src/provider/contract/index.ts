/**
 * What the engine asks of providers, and of what finds them. Types only.
 *
 */
export type * from "./contract.js";
export type * from "./package-host.js";
