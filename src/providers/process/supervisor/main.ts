/**
 * The entry point of the supervisor process. `coco` starts it and passes the specification on stdin; it outlives
 * `coco`.
 */
import { readRecord } from "../process-record.js";
import type { Specification } from "../specification.js";
import { Supervisor } from "./supervisor.js";

// Does nothing until the specification is complete: `coco` may have died while it wrote it.
const specification = await given();
const record = readRecord(".");
if (specification === undefined || record?.supervisor.pid !== process.pid) process.exit(1);

const supervisor = new Supervisor(specification, record);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void supervisor.end());
process.on("SIGHUP", () => {});
setInterval(() => supervisor.isInCharge || void supervisor.end(), 1000);
supervisor.start();

async function given(): Promise<Specification | undefined> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text) as Specification;
  } catch {
    return undefined;
  }
}
