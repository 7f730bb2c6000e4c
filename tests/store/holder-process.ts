/** A process that opens the store in a folder, takes the lock and creates resources until it is killed. */
import { join } from "node:path";
import { creation } from "../../src/store/conformance/index.js";
import { openStore, systemPorts } from "../../src/store/internal.js";

const [folder = "", limit = "0"] = process.argv.slice(2);
const store = await openStore(`sqlite:${join(folder, "store")}`, systemPorts());
const stack = await store.open({ project: "shop", name: "dev" }, { create: true });
const run = await stack.begin({ command: "apply", actor: "child" });
process.stdout.write(`holding ${run.runId}\n`);
for (let rid = 1; rid <= Number(limit); rid++) {
  const [intent, outcome] = creation(rid);
  await run.append(intent);
  await run.append(outcome);
  process.stdout.write(`created ${rid}\n`);
}
await run.append(creation(Number(limit) + 1)[0]);
process.stdout.write("waiting\n");
setInterval(() => {}, 1000);
