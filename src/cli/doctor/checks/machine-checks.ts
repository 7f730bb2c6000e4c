import type { MachineInspection } from "../../../operations/index.js";
import type { Terminal } from "../../terminal/index.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";
import { isAtLeast } from "./version-order.js";

export interface MachineFacts {
  readonly coco: { readonly version: string; readonly file: string };
  /** The version of Node. `oldestNode` is the oldest supported version. */
  readonly node: string;
  readonly oldestNode: string;
  /** `linux-x64` */
  readonly platform: string;
  readonly inspection: MachineInspection;
  /** Free space on the disk with the state; undefined if the system does not report it. */
  readonly disk: { readonly folder: string; readonly freeBytes: number } | undefined;
}

/** Checks what Coconut needs on every machine, independent of the project. */
export function machineChecks(facts: MachineFacts): readonly Finding[] {
  const { coco, node, platform, inspection } = facts;
  const { sqlite, compiler } = inspection;
  return [
    report("coco", "ok", `${coco.version}, ${coco.file}`),
    isAtLeast(node, facts.oldestNode)
      ? report("Node", "ok", `${node} on ${platform}`)
      : report(
          "Node",
          "problem",
          `Node ${node} is too old. Coconut needs ${facts.oldestNode} or newer.`,
          "Install a newer version: https://nodejs.org",
        ),
    ...(sqlite.ok
      ? [report("SQLite", "ok", `${sqlite.result.version}, ${drivers[sqlite.result.driver]}`)]
      : faultFindings(report, "SQLite", sqlite.faults)),
    ...(compiler.ok
      ? [report("compiler", "ok", `esbuild ${compiler.result}`)]
      : compiler.faults.map(({ detail, hint = install }) => report("compiler", "problem", detail, hint))),
    ...diskChecks(facts.disk),
  ];
}

const report = reportOn("Machine");
const drivers = { node: "built into Node", libsql: "from libsql" };
const install = "Reinstall with optional dependencies:\n    npm install --include=optional";

function diskChecks(disk: MachineFacts["disk"]): readonly Finding[] {
  if (disk === undefined) return [];
  const { folder, freeBytes } = disk;
  const room = sizeText(freeBytes);
  if (freeBytes >= roomWanted) return [report("disk", "ok", `${room} free`)];
  const state = freeBytes < roomNeeded ? "problem" : "warning";
  return [
    report(
      "disk",
      state,
      `Only ${room} free on the disk of ${folder}. A run stops if it cannot record its progress.`,
      "Free some disk space.",
    ),
  ];
}

const mebibyte = 1024 * 1024;
const roomWanted = 200 * mebibyte;
/** Twice the size of the state and journal of some hundred resources. */
const roomNeeded = 16 * mebibyte;

function sizeText(bytes: number): string {
  return bytes < 1024 * mebibyte
    ? `${Math.floor(bytes / mebibyte)} MiB`
    : `${Math.floor(bytes / (1024 * mebibyte))} GiB`;
}

/** Reports what coco detected about the terminal. It never finds a problem. */
export function terminalChecks({ isInteractive, columns, hasColour, isCi }: Terminal): readonly Finding[] {
  return [
    terminalReport(
      "answers",
      "ok",
      isInteractive ? "Interactive: coco can ask questions." : `Not interactive${isCi ? ": CI is set" : ""}.`,
    ),
    terminalReport("width", "ok", columns === Infinity ? "unlimited" : `${columns} columns`),
    terminalReport("colors", "ok", hasColour ? "enabled" : "disabled"),
  ];
}

const terminalReport = reportOn("Terminal");
