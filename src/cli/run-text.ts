import type { RunEvent } from "../model/index.js";
import type { Run } from "../engine/index.js";
import { valueText } from "../render/index.js";

/** What is said about an event of a run while it goes on; nothing about most. */
export function eventText(event: RunEvent): string {
  switch (event.kind) {
    case "step-finished": {
      if (event.action === "confirm") return "";
      const what = event.result === "done" ? event.action : `${event.action} ${event.result}`;
      return `  ${what} ${nameIn(event.urn)} (${Math.round(event.durationMs)} ms)\n`;
    }
    case "message":
      return `  ${nameIn(event.urn)}: ${event.text}\n`;
    case "settled":
      return `  an operation on ${event.urn} was cut off: ${event.result}\n`;
    case "cancelling":
      return `Stopping. Waiting for ${event.waitingFor.length} running steps; once more to leave them.\n`;
    default:
      return "";
  }
}

/** How a run ended, and what the stack has now. */
export function endingText({ ok, outputs, unplanned }: Run): string {
  const lines = Object.entries(outputs).map(([name, value]) => `  ${name}: ${valueText(value)}`);
  const more =
    unplanned.length > 0 ? [`${unplanned.length} more resources were asked for meanwhile: apply again.`] : [];
  return [
    "",
    ok ? "Done." : "Not everything was done.",
    ...more,
    ...(lines.length > 0 ? ["Outputs:", ...lines] : []),
    "",
  ].join("\n");
}

function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
