/** A process that runs one command on a stack whose package runs in a child, and says how it ended. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDiagnosticError } from "../../../src/model/index.js";
import { openStore, systemPorts } from "../../../src/store/internal.js";
import { address, shelfStack, type ProgramName } from "./shelf-world.js";

export interface ShelfRequest {
  readonly folder: string;
  readonly script: string;
  readonly program: ProgramName;
  readonly command: "apply" | "plan to a file" | "apply the file";
}

const { command, ...request } = JSON.parse(process.argv[2] ?? "") as ShelfRequest;
const store = await openStore(`sqlite:${join(request.folder, "store")}`, systemPorts());
const opened = await store.open(address, { create: true });
const stack = shelfStack({
  ...request,
  store: opened,
  child: { onStderr: (line) => void process.stdout.write(`child: ${line}\n`) },
});
const file = join(request.folder, "plan");
try {
  if (command === "plan to a file") writeFileSync(file, (await stack.plan()).file());
  else {
    const run = await (command === "apply" ? stack.apply() : stack.applyFile(readFileSync(file)));
    process.stdout.write(run.ok ? "done\n" : `failed ${JSON.stringify(run.diagnostics)}\n`);
  }
} catch (error) {
  if (!isDiagnosticError(error)) throw error;
  process.stdout.write(`refused ${JSON.stringify(error.diagnostics)}\n`);
}
await stack.close();
