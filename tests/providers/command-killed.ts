/** A process that applies a command with a real script, and kills itself when it comes to the place that it was told. */
import { openStore, systemPorts } from "../../src/store/internal.js";
import { ProcessLife } from "../support/scenario/process-life.js";
import { markingStack, type KilledRequest } from "./command-stack.js";

const { folder, when, place } = JSON.parse(process.argv[2] ?? "") as KilledRequest;
const ports = systemPorts();
const life = new ProcessLife(ports, () => process.kill(process.pid, "SIGKILL"));
life.crashes(when, place);
const store = await openStore(`sqlite:${folder}/store`, ports);
const opened = await store.open({ project: "shop", name: "dev" }, { create: true });
await markingStack(folder, life.stackStore(opened)).apply();
