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
  /** The project that looks; nothing if its files do not say. */
  readonly project: string | undefined;
  /** A command as it is meant for this stack. */
  readonly aim: (line: string) => string;
  /** What state's packages are today, by what they are recorded as. */
  readonly packages: readonly CheckedPackage[];
}

/** The check whose problem means that what is kept is not what was written. */
export const integrityCheck = "integrity";

/** Everything about one stack. */
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
            `It belongs to the project ${owner}, and this is ${project}.`,
            `Name the project as before, in coconut.json:\n    "name": ${JSON.stringify(owner)}`,
          ),
        ];
  const newer =
    format <= newestFormat
      ? []
      : [
          report(
            "format",
            "problem",
            `It has the format ${format}; this version knows ${newestFormat} and older ones.`,
            "Use the version that wrote it, or a later one:\n    npm install @coconut/coconut@latest",
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

/** What SQLite cannot read, and what no longer fits its seals, are the same to whoever needs it. */
function brokenFile(report: Report, glance: Attempt<unknown>): readonly Finding[] {
  const faults = glance.ok ? [] : glance.faults;
  return faults.flatMap((fault) => faultFindings(report, isBroken(fault) ? integrityCheck : "file", [fault]));
}

function isBroken({ code }: Fault): boolean {
  return ["store/not-a-stack", "store/integrity", "store/sealed-value"].includes(code ?? "");
}

type Glance = Extract<StackInspection["glance"], { readonly ok: true }>["result"];

function lockCheck(report: Report, holder: Glance["holder"]): Finding {
  if (holder === undefined) return report("lock", "ok", "It is free.");
  const { user, host, pid, command, since, runId, isAlive, isHere } = holder;
  const who = `${command} of ${user}@${host}, pid ${pid}, since ${since} (run ${runId})`;
  if (!isAlive)
    return report(
      "lock",
      "note",
      `A run that died has left it: ${who}. The next apply takes it over by itself.`,
    );
  if (isHere)
    return report(
      "lock",
      "note",
      `A run has it: ${who}.`,
      "Wait until it has ended, or stop it where it runs.",
    );
  return report(
    "lock",
    "warning",
    `A run on another machine has it: ${who}. Whether it still lives can be known only there.`,
    `If it died, run a command on ${host}: it takes the lock over.`,
  );
}

function keyChecks(
  report: Report,
  key: Glance["key"],
  opened: Attempt<unknown>,
  isNewer: boolean,
): readonly Finding[] {
  const what = key.by === "passphrase" ? "The passphrase" : `The key file ${key.path}`;
  if (opened.ok) return [report("key", "ok", `${what} opens it.`)];
  // That the format is newer has been said.
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
      `${counted(records, "record")} of the journal and ${counted(resources, "resource")}, all as they were written`,
    ),
  ];
}

function configChecks(report: Report, config: OpenedStack["config"]): readonly Finding[] {
  if (!config.ok) return faultFindings(report, "settings", config.faults);
  const { settings } = config.result;
  return settings === 0 ? [] : [report("settings", "ok", `${counted(settings, "setting")} can be read.`)];
}

interface OperationFacts {
  /** Whether a live run has the stack: then what is open is its own work. */
  readonly isHeld: boolean;
  readonly aim: (line: string) => string;
  readonly packages: readonly CheckedPackage[];
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
  return `Let it be settled:\n    ${aim("coco apply")}`;
}
