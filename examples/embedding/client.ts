import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Urn } from "@coconut/coconut";
import type { Diagnostic, RunEvent } from "@coconut/coconut/model";

type Ask = (line: string) => Promise<string>;

/** Starts the server, does something, and stops it again. */
async function withServer(use: (ask: Ask) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, ["--import", "@coconut/coconut/register", "server.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(createInterface(server.stdout), "line")) as [string];
  try {
    await use((line) => request(address, line));
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

/** `POST /environments/ana`, and what a person would like to see of the answer. */
async function request(address: string, line: string): Promise<string> {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(address + path, { method });
  const lines = (await response.text()).trimEnd().split("\n");
  const shown = lines.flatMap((each) => (each.startsWith("{") ? eventText(JSON.parse(each) as Line) : each));
  return [`> ${line}`, String(response.status), ...shown].join("\n");
}

type Line = RunEvent | { readonly kind?: undefined; readonly diagnostics?: readonly Diagnostic[] };

function eventText(line: Line): string | string[] {
  if (line.kind === "step-finished" && line.action !== "confirm") {
    const ending = line.result === "done" ? `${line.action}d` : line.result;
    return `  ${ending.padEnd(8)}  ${Urn.parse(line.urn).name}`;
  }
  if (line.kind !== undefined) return [];
  if (line.diagnostics === undefined) return JSON.stringify(line);
  return line.diagnostics.map(({ code, detail }) => `${code}: ${detail}`);
}

/** Several at the same time; what is shown is in the order in which they were asked. */
async function show(...answers: Promise<string>[]): Promise<void> {
  for (const answer of await Promise.all(answers)) console.log(`${answer}\n`);
}

await withServer(async (ask) => {
  console.log("# Two customers at the same time.\n");
  await show(ask("POST /environments/ana"), ask("POST /environments/ben?greeting=Welcome"));
  console.log("# The same again changes nothing. Another greeting would change one file.\n");
  await show(ask("POST /environments/ana"), ask("GET /environments/ana/plan?greeting=Hi"));
  console.log("# What goes wrong is told as diagnostics.\n");
  await show(ask("GET /environments/cleo"), ask("POST /environments/dora"));
});

await withServer(async (ask) => {
  console.log("# Another process knows all of them.\n");
  await show(ask("GET /environments/ana"), ask("POST /environments/ben?greeting=Welcome"));
  console.log("# Delete them.\n");
  await show(...["ana", "ben", "dora"].map((customer) => ask(`DELETE /environments/${customer}`)));
});
