import type { MachineInspection } from "../../../operations/index.js";
import type { Terminal } from "../../terminal/index.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";
import { isAtLeast } from "./version-order.js";

export interface MachineFacts {
  readonly coco: { readonly version: string; readonly file: string };
  /** The version of Node, and the oldest that will do. */
  readonly node: string;
  readonly oldestNode: string;
  /** `linux-x64` */
  readonly platform: string;
  readonly inspection: MachineInspection;
  /** The disk that state is kept on; unknown where the system does not say. */
  readonly disk: { readonly folder: string; readonly freeBytes: number } | undefined;
}

/** What Coconut needs of the machine, whatever the project. */
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
          `This is Node ${node}; ${facts.oldestNode} is the oldest that works.`,
          "Install a newer one: https://nodejs.org",
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
const drivers = { node: "which Node brings along", libsql: "installed as libsql" };
const install = "Install again, with optional dependencies:\n    npm install --include=optional";

function diskChecks(disk: MachineFacts["disk"]): readonly Finding[] {
  if (disk === undefined) return [];
  const { folder, freeBytes } = disk;
  const room = sizeText(freeBytes);
  if (freeBytes >= roomWanted) return [report("disk", "ok", `${room} are free.`)];
  const state = freeBytes < roomNeeded ? "problem" : "warning";
  return [
    report(
      "disk",
      state,
      `${room} are left where ${folder} is. A run that cannot record what it does stops.`,
      "Make room there.",
    ),
  ];
}

const mebibyte = 1024 * 1024;
const roomWanted = 200 * mebibyte;
/** State of some hundred resources and its journal, twice over. */
const roomNeeded = 16 * mebibyte;

function sizeText(bytes: number): string {
  return bytes < 1024 * mebibyte
    ? `${Math.floor(bytes / mebibyte)} MiB`
    : `${Math.floor(bytes / (1024 * mebibyte))} GiB`;
}

/** What coco takes the other end of its output for. Nothing of it can be wrong. */
export function terminalChecks({ isInteractive, columns, hasColour, isCi }: Terminal): readonly Finding[] {
  return [
    terminalReport(
      "answers",
      "ok",
      isInteractive ? "Someone can be asked." : `Nobody can be asked${isCi ? ": CI is set" : ""}.`,
    ),
    terminalReport(
      "width",
      "ok",
      columns === Infinity ? "Lines may be of any length." : `${columns} columns`,
    ),
    terminalReport("colours", "ok", hasColour ? "They are shown." : "None are shown."),
  ];
}

const terminalReport = reportOn("Terminal");
