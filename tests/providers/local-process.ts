/** A process that applies a program with real files, and kills itself when it comes to the place that it was told. */
import { openStore, systemPorts } from "../../src/store/internal.js";
import { ProcessLife } from "../support/scenario/process-life.js";
import { localStack, type KilledRequest } from "./local-stack.js";

const request = JSON.parse(process.argv[2] ?? "") as KilledRequest;
const ports = systemPorts();
const life = new ProcessLife(ports, () => process.kill(process.pid, "SIGKILL"));
life.crashes(request.when, request.place);
const store = await openStore(`sqlite:${request.folder}/store`, ports);
const opened = await store.open({ project: "shop", name: "dev" }, { create: true });
await localStack(request, life.stackStore(opened)).apply();
