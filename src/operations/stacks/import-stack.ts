import { resolve } from "node:path";
import {
  DiagnosticError,
  isDiagnosticError,
  type Diagnostic,
  type JsonObject,
  type ResourceId,
  type RowChange,
  type RunResult,
  type Snapshot,
} from "../../model/index.js";
import { knownPackages, packageKinds, type PackageKind } from "../../provider/host/index.js";
import {
  deploymentFileOf,
  readDeployment,
  sealedFor,
  type DeploymentReading,
  type OpenText,
} from "../../state/deployment/index.js";
import { indexSnapshot } from "../../state/index.js";
import type { StackRun } from "../../store/internal.js";
import { beginRun, type LockWait } from "../../engine/index.js";
import { openOtherStack, openStackStore, stackName, type StackAddressed } from "../../store/internal.js";
import { hasOpenOperation } from "../state/state-operation-problem.js";
import { besideExport, sealedPrefix } from "./export-stack.js";
import { importModules, type ImportedModule } from "./import-modules.js";
import { stackNotEmpty } from "./stack-operation-problem.js";

export interface ImportStackOptions {
  /** What is in the file takes the place of all that state has. */
  readonly force?: boolean;
  /** Modules that the file names and the project does not are accepted: later runs load them. */
  readonly allowModules?: boolean;
  /** Kinds of packages beside those that Coconut has. */
  readonly kinds?: readonly PackageKind[];
}

export interface ImportedStack {
  readonly stack: string;
  readonly resources: number;
  /** How many resources state had before, which it does not know any more. */
  readonly replaced: number;
  /** The code that runs load for what was imported. */
  readonly modules: readonly ImportedModule[];
  /** What of the file has no place in a stack here. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a deployment into a stack, which is made if there is none of its name: all of it in one record of the journal,
 * or nothing, with everything that is wrong.
 */
export async function importStack(
  place: StackAddressed & LockWait & { readonly actor: string },
  text: string,
  { force = false, allowModules = false, kinds = [] }: ImportStackOptions = {},
): Promise<ImportedStack> {
  const deployment = deploymentFileOf(text);
  const { projectFolder = process.cwd() } = place;
  const known = await knownPackages(projectFolder);
  const read = await reader(place, deployment, known);
  // Before anything is made: a file that cannot be read leaves no trace.
  let numbers = 0;
  const { changes, unknown } = accepted(read(() => ++numbers));
  const modules = await importModules(changes, {
    projectFolder,
    known,
    unknown,
    kinds: [...packageKinds({ projectFolder }), ...kinds],
    isAllowed: allowModules,
  });
  const store = await openStackStore(place);
  try {
    const run = await beginRun(store, { command: "stack import", actor: place.actor }, place);
    return await ended(run, async () => ({
      ...(await takeOver(run, accepted(read(() => run.nextRid())), stackName(place), force)),
      modules,
    }));
  } finally {
    await store.close();
  }
}

async function takeOver(
  run: StackRun,
  { changes, resources, warnings }: Extract<DeploymentReading, { readonly ok: true }>,
  stack: string,
  isForced: boolean,
): Promise<Omit<ImportedStack, "modules">> {
  const { snapshot } = run;
  const replaced = snapshot.resources.size;
  if (replaced > 0 && !isForced) throw new DiagnosticError(stackNotEmpty(stack, replaced));
  refuseOpen(snapshot);
  await run.append({
    event: { kind: "recorded", what: "imported" },
    changes: [...dropped(snapshot), ...changes],
  });
  return { stack, resources, replaced, warnings };
}

function dropped({ objects, resources }: Snapshot): readonly RowChange[] {
  return [
    ...[...objects.values()].map(({ rid, generation }) => ({ drop: "object", rid, generation }) as const),
    ...[...resources.keys()].map((rid) => ({ drop: "resource", rid }) as const),
  ];
}

/** What an operation that was cut off has done would be lost with its rows. */
function refuseOpen(snapshot: Snapshot): void {
  const { urnOf } = indexSnapshot(snapshot);
  const rids = new Set([...snapshot.open.values()].map(({ rid }) => rid));
  const [first, ...rest] = [...rids].map((rid) => hasOpenOperation(urnOf(rid)));
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}

/** Reads the file for this stack, with other numbers for its resources each time. */
async function reader(
  place: StackAddressed,
  deployment: JsonObject,
  modules: ReadonlyMap<string, string>,
): Promise<(nextRid: () => ResourceId) => DeploymentReading> {
  const { project, projectFolder = process.cwd() } = place;
  const open = await opener(place, deployment);
  const projectFile = (path: string) => resolve(projectFolder, path);
  return (nextRid) =>
    readDeployment(deployment, { stack: stackName(place), project, nextRid, open, modules, projectFile });
}

/** Opens with the key of the stack that the file is from, if that is in the same store. */
async function opener(place: StackAddressed, deployment: JsonObject): Promise<OpenText> {
  const from = sealedFor(deployment)?.stack;
  if (from === undefined) return () => undefined;
  try {
    const source = await openOtherStack(place, { project: from.project, name: from.stack });
    // Its keys are in memory by now.
    await source.close();
    return (sealed, place) => {
      const bytes = Buffer.from(sealed.slice(sealedPrefix.length), "base64");
      // Several spellings mean the same bytes; this is the one that was written.
      if (sealed !== `${sealedPrefix}${bytes.toString("base64")}`) return undefined;
      const opened = source.openDocument(bytes, besideExport(place));
      return opened && Buffer.from(opened).toString("utf8");
    };
  } catch (error) {
    // Then its secrets are told as what cannot be opened, by their places.
    if (!isDiagnosticError(error)) throw error;
    return () => undefined;
  }
}

function accepted(reading: DeploymentReading): Extract<DeploymentReading, { readonly ok: true }> {
  if (reading.ok) return reading;
  const [first, ...rest] = reading.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}

async function ended(run: StackRun, work: () => Promise<ImportedStack>): Promise<ImportedStack> {
  let result: RunResult = "failed";
  let count = 0;
  try {
    const imported = await work();
    result = "succeeded";
    count = imported.resources;
    return imported;
  } finally {
    await run.end(result, count === 0 ? {} : { import: count });
  }
}
