import { orderGraph } from "../../../src/graph/index.js";
import type { Diagnostic, RunEvent, StepResult } from "../../../src/model/index.js";
import type { Run } from "../../../src/engine/index.js";
import { labelOfUrn } from "./label.js";

type Report = Run["reports"][number];

/**
 * What a run did, a line per step: those that were begun in the order in which they began, then the others in an
 * order in which they could have been. Confirmations that held are left out.
 */
export function storyOf(reports: readonly Report[], events: readonly RunEvent[]): string {
  const begun = events.flatMap((event) => (event.kind === "step-started" ? [event.step] : []));
  const byId = new Map(reports.map((report) => [report.step.id, report]));
  const ordered = orderGraph({ nodes: [...byId.keys()], needs: (id) => byId.get(id)!.step.after });
  const rest = "order" in ordered ? ordered.order : [...byId.keys()];
  return [...new Set([...begun, ...rest])]
    .map((id) => byId.get(id))
    .filter((report) => report !== undefined)
    .filter(({ step, result }) => step.action !== "confirm" || result !== "done")
    .map(line)
    .join("\n");
}

function line({ step, result, performed, diagnostics }: Report): string {
  const { action, urn, replacement } = step;
  const half = action === "delete" || action === "forget" ? "(replaced)" : "(replaces)";
  const words = [
    action,
    labelOfUrn(urn),
    ...(replacement ? [half] : []),
    ...(performed === undefined ? [] : [`as ${performed}`]),
    ...resultWords(result, diagnostics),
  ];
  return words.join(" ");
}

function resultWords(result: StepResult, diagnostics: readonly Diagnostic[]): readonly string[] {
  if (result === "done") return [];
  if (result === "not-started") return ["not started"];
  if (result === "skipped") return ["skipped"];
  const causes = [...new Set(diagnostics.map(causeOf))];
  return [`${result}: ${causes.join(", ")}`];
}

/** What the cloud said, where it was the cloud; else the code. */
function causeOf({ code, detail }: Diagnostic): string {
  return /threw (\w+)/.exec(detail)?.[1] ?? code;
}
