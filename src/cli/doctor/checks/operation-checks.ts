import type { OpenOperation } from "../../../operations/index.js";
import { shellWord } from "../../../std/shell-word.js";
import type { Finding, Report } from "../finding.js";
import { foundFor, type FoundPackage } from "./package-checks.js";

export interface OperationFacts {
  /** Whether a live run has the stack: then what is open is its own work. */
  readonly isHeld: boolean;
  readonly aim: (line: string) => string;
  readonly packages: readonly FoundPackage[];
}

/** Operations that began and whose end is not recorded: what they are, and what becomes of them. */
export function operationChecks(
  report: Report,
  operations: readonly OpenOperation[],
  facts: OperationFacts,
): readonly Finding[] {
  if (operations.length === 0) return [report("operations", "ok", "None was cut off.")];
  return operations.map((operation) => {
    const { action, type, name } = operation;
    const what = `The ${action} of ${type} ${JSON.stringify(name)}`;
    if (facts.isHeld) return report("operations", "note", `${what} is under way.`);
    const fate = fateOf(operation, facts.packages);
    if (fate !== "uncertain")
      return report("operations", "warning", `${what} was cut off. ${fates[fate]}`, apply(facts));
    const called = shellWord(name);
    return report(
      "operations",
      "problem",
      `${what} was cut off, and nothing can look up what became of it. It and what needs it are held back until someone says.`,
      `If it exists:\n    ${facts.aim(`coco recover ${called} --adopt <id>`)}\nif it does not:\n    ${facts.aim(`coco recover ${called} --absent`)}`,
    );
  });
}

type Fate = "repeated" | "looked-up" | "looked-for" | "asked" | "uncertain";

const fates: Readonly<Record<Exclude<Fate, "uncertain">, string>> = {
  repeated: "The next apply updates it once more.",
  "looked-up": "The next apply looks whether it is still there.",
  "looked-for":
    "The next apply looks for what it made. It takes that, makes it, or asks you if it cannot tell.",
  asked: "The next apply asks its package what became of it.",
};

function fateOf(
  { action, hasId, type, package: recorded }: OpenOperation,
  packages: readonly FoundPackage[],
): Fate {
  if (action === "update") return "repeated";
  if (action === "delete") return "looked-up";
  if (hasId) return "looked-for";
  const found = recorded === undefined ? undefined : foundFor(recorded, packages);
  if (found === undefined || found === "in-program" || !found.ok) return "asked";
  const known = Object.hasOwn(found.result.types, type) ? found.result.types[type] : undefined;
  if (known === undefined) return "asked";
  return known.isFindable ? "looked-for" : "uncertain";
}

function apply({ aim }: OperationFacts): string {
  return `Let it be settled:\n    ${aim("coco apply")}`;
}
