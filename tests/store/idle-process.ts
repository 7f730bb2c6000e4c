/** A process that opens a stack, reads it and does nothing more. It has to end by itself, with the store still open. */
import { creation } from "../../src/store/conformance/index.js";
import { openStore, systemPorts } from "../../src/store/internal.js";

const [location = "", mode = "read"] = process.argv.slice(2);
const store = await openStore(location, systemPorts());
const stack = await store.open({ project: "shop", name: "dev" }, { create: true });
await stack.read();
if (mode === "run") {
  const run = await stack.begin({ command: "apply", actor: "child" });
  await run.append(creation(1)[0]);
}
process.stdout.write("idle\n");
