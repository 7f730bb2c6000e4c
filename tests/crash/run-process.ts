/** A process that runs one command on a stack, and kills itself when it comes to the place that it was told. */
import { join } from "node:path";
import { isDiagnosticError, type Diagnostic, type RunEvent } from "../../src/model/index.js";
import { openStore, systemPorts } from "../../src/store/index.js";
import { cloudClient } from "../../src/testing/cloud/index.js";
import { ProcessLife } from "../../src/testing/scenario/process-life.js";
import type { ProgramName } from "./programs.js";
import { address, stackOf } from "./stack-of.js";

export interface ProcessRequest {
  readonly folder: string;
  /** Where the cloud is served. */
  readonly cloud: string;
  readonly program: ProgramName;
  readonly command: "apply" | "destroy" | "refresh";
  /** A place of the journal: `after intent create bucket logs`. */
  readonly killed?: { readonly when: "before" | "after"; readonly place: string };
}

/** What it says on its last line, if it is let live. */
export interface ProcessReport {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly events: readonly RunEvent[];
}

const request = JSON.parse(process.argv[2] ?? "") as ProcessRequest;
const ports = systemPorts();
const life = new ProcessLife(ports, () => process.kill(process.pid, "SIGKILL"));
if (request.killed !== undefined) life.crashes(request.killed.when, request.killed.place);
const store = await openStore(`sqlite:${join(request.folder, "store")}`, ports);
const opened = await store.open(address, { create: true });
const stack = stackOf(life.stackStore(opened), request.program, cloudClient(request.cloud));
process.stdout.write(`${JSON.stringify(await report())}\n`);
await opened.close();

async function report(): Promise<ProcessReport> {
  const events: RunEvent[] = [];
  try {
    const { ok, diagnostics } = await stack[request.command]({ onEvent: (event) => events.push(event) });
    return { ok, diagnostics, events };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { ok: false, diagnostics: error.diagnostics, events };
  }
}
