import { readFileSync } from "node:fs";
import { isDiagnosticError, printDiagnostic, type Diagnostic, type RunEvent } from "../model/index.js";
import type { ProcessSignals, Run, Stack } from "../engine/index.js";
import { valueText } from "../render/index.js";
import { parseArguments, type Arguments } from "./arguments.js";
import { readProject } from "./read-project.js";

const help = `Coconut: infrastructure as code for TypeScript.

  coco plan       show what apply would do
  coco apply      plan, show it, and do exactly that
  coco destroy    delete everything, dependents first
  coco recover    say what became of a create that was cut off:
                  <resource> --adopt <id>, or <resource> --absent
  coco rename     call resources otherwise, in state alone: <old> <new>
  coco version    print the version

  -C, --cwd <folder>    the folder of the program (this one)
  -s, --stack <name>    which instance of it (dev)
  -y, --yes             do what was shown without asking again

  coco apply -C examples/files --yes
`;

/** The exit code for a command line, or a project file, that makes no sense. */
const wrongUsage = 64;

/** Runs one command to its end, and ends the process with its exit code. */
export async function runCommand(given: readonly string[]): Promise<void> {
  // Whoever read the output may go; what was begun goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    const request = parseArguments(given);
    if (request.command === "help") return say(help);
    if (request.command === "version") return say(`${version()}\n`);
    await runOnProgram(request);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    complain(error.diagnostics);
    process.exitCode = wrongUsage;
  }
}

async function runOnProgram(request: Arguments): Promise<void> {
  const { stack: name } = request;
  const project = readProject(request.directory);
  // As if coco had been started there: what the program and its providers call "here" is the project.
  process.chdir(project.folder);
  const { configFileName, exitCodes, runProcess } = await import("../engine/index.js");
  const configFile = configFileName(name);
  const place = { project: project.name, name, configFile, projectFolder: project.folder };
  const end = await runProcess({ ...place, entry: project.main }, (stack, signals) =>
    perform(request, stack, signals),
  );
  complain(end.diagnostics);
  const isUndecided = end.result !== undefined && "undecided" in end.result;
  end.exit(isUndecided ? exitCodes.decisionNeeded : end.exitCode);
}

async function perform(
  { command, stack: name, yes, recover, rename }: Arguments,
  stack: Stack,
  signals: ProcessSignals,
): Promise<Run | Shown> {
  if (recover !== undefined) {
    const { resource, verdict } = recover;
    return stack.recover(resource, verdict, { onEvent: tell });
  }
  if (rename !== undefined) {
    const renamed = await stack.rename(rename, { onEvent: tell });
    say("Renamed. Commit coconut.moves.json with the code: other stacks follow it.\n");
    return renamed;
  }
  const plan = await stack.plan({ destroy: command === "destroy" });
  for (const { urn, what } of plan.settled) {
    say(`  an operation on ${urn} ${plan.beside === undefined ? `was cut off: ${what}` : "is under way"}\n`);
  }
  if (plan.beside !== undefined) say(`  beside run ${plan.beside.runId}, which is changing the stack\n`);
  complain(plan.plan.warnings);
  say(plan.text());
  if (command === "plan") return { shown: true };
  if (!yes && !plan.isEmpty) {
    say(`\nNothing was done. To do this:\n    coco ${command} --yes\n`);
    return { shown: true, undecided: true };
  }
  const run = await plan.apply({ ...signals, onEvent: tell });
  say(`${ending(run)}State is kept in .coconut/${name}.db.\n`);
  return run;
}

/** A plan was shown, and nothing was done. */
interface Shown {
  readonly shown: true;
  readonly undecided?: true;
}

function tell(event: RunEvent): void {
  if (event.kind === "step-finished" && event.action !== "confirm") {
    const name = event.urn.slice(event.urn.lastIndexOf("::") + 2);
    say(
      `  ${event.result === "done" ? event.action : `${event.action} ${event.result}`} ${name} (${Math.round(event.durationMs)} ms)\n`,
    );
  } else if (event.kind === "message") {
    say(`  ${event.urn.slice(event.urn.lastIndexOf("::") + 2)}: ${event.text}\n`);
  } else if (event.kind === "settled") {
    say(`  an operation on ${event.urn} was cut off: ${event.result}\n`);
  } else if (event.kind === "cancelling") {
    say(`Stopping. Waiting for ${event.waitingFor.length} running steps; once more to leave them.\n`);
  }
}

function ending({ ok, outputs, unplanned }: Run): string {
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

function say(text: string): void {
  process.stdout.write(text);
}

function complain(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${printDiagnostic(diagnostic)}\n`);
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
