/** A process that starts a child which takes no notice of its stdin, says which, and ends in the way that it is told. */
import { createInterface } from "node:readline";
import { onChildLine, startChild } from "../../src/provider/child/index.js";

const [, , how, records] = process.argv;
const started = await startChild({
  title: "the provider test",
  command: process.execPath,
  args: ["-e", `console.log(process.pid); setInterval(() => {}, 1000);`],
  stdin: "ignore",
  greet: (child) => new Promise<string>((resolve) => onChildLine(child, resolve)),
  ...(records !== undefined && { records }),
});
if (started.kind !== "started") throw new Error(JSON.stringify(started));
console.log(started.greeting);
if (how === "waits") createInterface({ input: process.stdin });
if (how === "exits") process.exit(0);
if (how === "throws") throw new Error("nobody catches this");
if (how === "closes") await started.child.close();
// "idles": nothing is left to do, so this process ends.
