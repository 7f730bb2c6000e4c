/** A process that runs one command on a stack, and kills itself when it comes to the place that it was told. */
import { join } from "node:path";
import type { RunOptions } from "../../src/engine/index.js";
import { isDiagnosticError, type Diagnostic, type RunEvent } from "../../src/model/index.js";
import { openStore, systemPorts } from "../../src/store/internal.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { cloudClient } from "../support/cloud/cloud-client.js";
import { ProcessLife } from "../support/scenario/process-life.js";
import { actions, type Command } from "./actions.js";
import { Moments } from "./moments.js";
import type { ProgramName } from "./programs.js";
import { address, stackOf } from "./stack-of.js";

export interface ProcessRequest {
  readonly folder: string;
  /** Where the cloud is served. */
  readonly cloud: string;
  readonly program: ProgramName;
  readonly command: Command;
  /** How many steps at once; as many as usual unless said. One: the moments of two such processes are the same. */
  readonly parallel?: number;
  /** A place of the journal: `after intent create bucket logs`. */
  readonly killed?: { readonly when: "before" | "after"; readonly place: string };
  /** A moment of the store at which it is killed. */
  readonly moment?: string;
}

/** What it says on its last line, if it is let live. */
export interface ProcessReport {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly events: readonly RunEvent[];
  /** The moments of the store that it has lived through. */
  readonly moments: readonly string[];
}

const request = JSON.parse(process.argv[2] ?? "") as ProcessRequest;
const ports = systemPorts();
const kill = () => void process.kill(process.pid, "SIGKILL");
const moments = new Moments(request.moment, kill);
const life = new ProcessLife(ports, kill);
if (request.killed !== undefined) life.crashes(request.killed.when, request.killed.place);
const folder = join(request.folder, "store");
const store = await openStore(sqliteStore(folder, { open: (path) => moments.open(path) }), ports);
const opened = await store.open(address, { create: true });
const cloud = cloudClient(request.cloud);
const stack = stackOf(life.stackStore(opened), request.program, cloud, request.folder);
const answer = await report();
await opened.close();
process.stdout.write(`${JSON.stringify({ ...answer, moments: moments.passed })}\n`);

async function report(): Promise<Omit<ProcessReport, "moments">> {
  const events: RunEvent[] = [];
  const options: RunOptions = {
    onEvent: (event) => events.push(event),
    ...(request.parallel !== undefined && { parallel: request.parallel }),
  };
  try {
    const { ok, diagnostics } = await actions[request.command](stack, options, request.folder);
    return { ok, diagnostics, events };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { ok: false, diagnostics: error.diagnostics, events };
  }
}
