import type {
  Attempt,
  Fault,
  OpenedStack,
  OpenOperation,
  StackInspection,
} from "../../../operations/index.js";
import { counted } from "../../../std/counted.js";
import { shellWord } from "../../../std/shell-word.js";
import { faultFindings, reportOn, type Finding, type Report } from "../finding.js";
import { foundFor, type CheckedPackage } from "./package-checks.js";

export interface StackFacts {
  readonly inspection: StackInspection;
  /** Name of the current project; undefined if its files are invalid. */
  readonly project: string | undefined;
  /** Adds the options that select this stack to a command line. */
  readonly aim: (line: string) => string;
  /** The packages that state records, and the ones that are installed now. */
  readonly packages: readonly CheckedPackage[];
}

/** Name of the check whose problems mean that state is corrupted or was modified outside Coconut. */
export const integrityCheck = "integrity";

/** Runs all checks of one stack. */
export function stackChecks(facts: StackFacts): readonly Finding[] {
  const { inspection, project } = facts;
  const { stack, glance, opened } = inspection;
  const report = reportOn(`Stack ${stack}`);
  if (!glance.ok || opened === undefined) return brokenFile(report, glance);
  const { format, newestFormat, project: owner } = glance.result;
  const stranger =
    project === undefined || owner === project
      ? []
      : [
          report(
            "project",
            "problem",
            `The stack belongs to project ${owner}, but this project is ${project}.`,
            `Restore the project name in coconut.json:\n    "name": ${JSON.stringify(owner)}`,
          ),
        ];
  const newer =
    format <= newestFormat
      ? []
      : [
          report(
            "format",
            "problem",
            `The state file has format ${format}. This version of Coconut supports formats up to ${newestFormat}.`,
            "Use the version that wrote it, or a newer one:\n    npm install @coconut/coconut@latest",
          ),
        ];
  return [
    ...stranger,
    ...newer,
    lockCheck(report, glance.result.holder),
    ...keyChecks(report, glance.result.key, opened, newer.length > 0),
    ...(opened.ok ? openedChecks(report, facts, opened.result) : []),
  ];
}

/** Reports a file that cannot be read. A corrupted file is an integrity problem, like a wrong authentication code. */
function brokenFile(report: Report, glance: Attempt<unknown>): readonly Finding[] {
  const faults = glance.ok ? [] : glance.faults;
  return faults.flatMap((fault) => faultFindings(report, isBroken(fault) ? integrityCheck : "file", [fault]));
}

function isBroken({ code }: Fault): boolean {
  return ["store/not-a-stack", "store/integrity", "store/undecryptable-secret"].includes(code ?? "");
}

type Glance = Extract<StackInspection["glance"], { readonly ok: true }>["result"];

function lockCheck(report: Report, holder: Glance["holder"]): Finding {
  if (holder === undefined) return report("lock", "ok", "free");
  const { user, host, pid, command, since, runId, isAlive, isHere } = holder;
  const who = `${command} by ${user}@${host}, pid ${pid}, since ${since} (run ${runId})`;
  if (!isAlive)
    return report(
      "lock",
      "note",
      `A run that crashed still holds the lock: ${who}. The next apply takes it over automatically.`,
    );
  if (isHere)
    return report("lock", "note", `A run holds the lock: ${who}.`, "Wait until it ends, or stop it.");
  return report(
    "lock",
    "warning",
    `A run on another machine holds the lock: ${who}. Only a command on that machine can detect whether it is still running.`,
    `If it crashed, run a coco command on ${host}. It takes the lock over.`,
  );
}

function keyChecks(
  report: Report,
  key: Glance["key"],
  opened: Attempt<unknown>,
  isNewer: boolean,
): readonly Finding[] {
  const what = key.by === "passphrase" ? "The passphrase" : `The key file ${key.path}`;
  if (opened.ok) return [report("key", "ok", `${what} unlocks the stack.`)];
  // The format check already reports the newer format.
  if (isNewer) return [];
  return opened.faults.flatMap((fault) =>
    faultFindings(
      report,
      isBroken(fault) ? integrityCheck : fault.code?.startsWith("store/key") ? "key" : "file",
      [fault],
    ),
  );
}

function openedChecks(report: Report, facts: StackFacts, opened: OpenedStack): readonly Finding[] {
  const { glance } = facts.inspection;
  const isHeld = glance.ok && glance.result.holder?.isAlive === true;
  return [
    ...integrityChecks(report, opened.check),
    ...operationChecks(report, opened.operations, { ...facts, isHeld }),
    ...configChecks(report, opened.config),
  ];
}

function integrityChecks(report: Report, check: OpenedStack["check"]): readonly Finding[] {
  if (!check.ok) return faultFindings(report, integrityCheck, check.faults);
  const { checked, problems } = check.result;
  if (checked === undefined) return faultFindings(report, integrityCheck, problems);
  const { records, resources } = checked;
  return [
    report(
      integrityCheck,
      "ok",
      `${counted(records, "journal record")} and ${counted(resources, "resource")} verified`,
    ),
  ];
}

function configChecks(report: Report, config: OpenedStack["config"]): readonly Finding[] {
  if (!config.ok) return faultFindings(report, "configuration", config.faults);
  const { settings } = config.result;
  return settings === 0 ? [] : [report("configuration", "ok", counted(settings, "value"))];
}

interface OperationFacts {
  /** A running process holds the lock, so that open operations are its own. */
  readonly isHeld: boolean;
  readonly aim: (line: string) => string;
  readonly packages: readonly CheckedPackage[];
}

/** Reports operations without a recorded result, and what the next apply does about them. */
export function operationChecks(
  report: Report,
  operations: readonly OpenOperation[],
  facts: OperationFacts,
): readonly Finding[] {
  if (operations.length === 0) return [report("operations", "ok", "none interrupted")];
  return operations.map((operation) => {
    const { action, type, name } = operation;
    const what = `The ${action} of ${type} ${JSON.stringify(name)}`;
    if (facts.isHeld) return report("operations", "note", `${what} is in progress.`);
    const fate = fateOf(operation, facts.packages);
    if (fate !== "uncertain")
      return report("operations", "warning", `${what} was interrupted. ${fates[fate]}`, apply(facts));
    const called = shellWord(name);
    return report(
      "operations",
      "problem",
      `${what} was interrupted, and the provider cannot find out whether the object exists. Apply skips the resource and its dependents until you decide.`,
      `If the object exists:\n    ${facts.aim(`coco recover ${called} --adopt <id>`)}\nIf it does not exist:\n    ${facts.aim(`coco recover ${called} --absent`)}`,
    );
  });
}

type Fate = "repeated" | "looked-up" | "looked-for" | "asked" | "uncertain";

const fates: Readonly<Record<Exclude<Fate, "uncertain">, string>> = {
  repeated: "The next apply repeats the update.",
  "looked-up": "The next apply checks whether the object still exists.",
  "looked-for":
    "The next apply looks for the object. It adopts or creates it, or asks you if it cannot tell.",
  asked: "The next apply asks the provider whether the object exists.",
};

function fateOf(
  { action, hasId, type, package: recorded }: OpenOperation,
  packages: readonly CheckedPackage[],
): Fate {
  if (action === "update") return "repeated";
  if (action === "delete") return "looked-up";
  if (hasId) return "looked-for";
  const found = recorded === undefined ? undefined : foundFor(recorded, packages);
  if (found === undefined || typeof found === "string" || !found.ok) return "asked";
  const known = Object.hasOwn(found.result.types, type) ? found.result.types[type] : undefined;
  if (known === undefined) return "asked";
  return known.isFindable ? "looked-for" : "uncertain";
}

function apply({ aim }: OperationFacts): string {
  return `Resolve it:\n    ${aim("coco apply")}`;
}
