import type { Diagnostic, RunEvent } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** The warnings of providers during a plan, which has no events. Each is kept once per resource. */
export class ProviderWarnings {
  readonly #found = new Map<string, Diagnostic>();

  add(event: RunEvent): void {
    if (event.kind !== "message" || event.level !== "warn") return;
    const { urn: resource, text: detail } = event;
    const warning = problem("engine/provider-warning", { severity: "warning", detail, resource });
    this.#found.set(`${resource} ${detail}`, warning);
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()];
  }
}
