import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "../../../src/model/index.js";
import { Stack } from "../../../src/operations/stack/index.js";
import { recordProgram } from "../../../src/program/index.js";
import type { PackageHost } from "../../../src/provider/contract/index.js";
import { packageHost } from "../../../src/provider/host/index.js";
import { Config, invoke, invokeOutput, type Input } from "../../../src/sdk/index.js";
import { quietTimer, systemTimer, type Timer } from "../../../src/std/index.js";
import type { StackStore } from "../../../src/store/internal.js";
import type { Fault } from "./fault.js";
import { jsonLinesKind } from "./json-lines-kind.js";
import { ShelfProvider, Thing } from "./shelf-classes.js";
import { Shelf } from "./shelf.js";
import type { PackageProgram } from "./start-package.js";

const newPin = (length: Input<number>) => invokeOutput<{ pin: string }>("shelf:index:pin", { length }).pin;

/** What processes run, by name: both sides of a kill have to know the same programs. */
export const programs = {
  nothing: () => {},
  thing: () => ({ shown: new Thing("a", { name: "a", label: "one" }).shown }),
  "another label": () => ({ shown: new Thing("a", { name: "a", label: "two" }).shown }),
  "another name": () => ({ shown: new Thing("a", { name: "b", label: "two" }).shown }),
  "two things": () => {
    const a = new Thing("a", { name: "a", label: "one", token: "hunter2-hunter2" });
    return { shown: new Thing("b", { name: "b", label: a.shown }).shown };
  },
  "an ephemeral pin": () => {
    const given = newPin(40);
    const provider = new ShelfProvider("main", {
      folder: new Config("shelf").require("folder"),
      password: given,
    });
    new Thing("a", { name: "a", label: "one", pin: given }, { provider });
  },
  "a provider alone": () => {
    new ShelfProvider("main", { folder: new Config("shelf").require("folder") });
  },
  "a pin of a thing": () => {
    const first = new Thing("a", { name: "a", label: "one" });
    new Thing("b", { name: "b", label: "two", pin: newPin(first.size) });
  },
  "a pin as a label": () => {
    new Thing("a", { name: "a", label: newPin(40) });
  },
  "a count": async () => ({ count: (await invoke("shelf:index:count", { most: 1 })).things }),
} satisfies Record<string, () => unknown>;

export type ProgramName = keyof typeof programs;

export const address = { project: "shop", name: "dev" };

export interface ShelfParts {
  /** The folder of the world: a shelf, and the file of its faults. */
  readonly folder: string;
  /** The file of the child. */
  readonly script: string;
  readonly child?: Partial<PackageProgram>;
}

export function shelfIn(folder: string): Shelf {
  return new Shelf(join(folder, "shelf"));
}

/** Lets the next child go wrong once. */
export function breaks(folder: string, fault: Fault): void {
  writeFileSync(faultFile(folder), JSON.stringify(fault));
}

const faultFile = (folder: string) => join(folder, "fault.json");

/** How the child is started. */
export function shelfProgram({ folder, script, child }: ShelfParts): PackageProgram {
  return { name: "shelf", command: process.execPath, args: [script, faultFile(folder)], ...child };
}

export interface StackParts extends ShelfParts {
  readonly store: StackStore;
  readonly program: ProgramName;
  readonly timer?: Timer;
  readonly host?: () => PackageHost;
}

/** A stack whose package runs in a child: one for each command. */
export function shelfStack({ store, program, timer = quietTimer, host, ...parts }: StackParts): Stack {
  return new Stack({
    store,
    host:
      host ??
      (() => packageHost({ projectFolder: process.cwd(), kinds: [jsonLinesKind(shelfProgram(parts))] })),
    record: (settings) => recordProgram(programs[program], settings),
    settings: {
      project: address.project,
      stack: address.name,
      config: { "shelf:folder": join(parts.folder, "shelf") },
    },
    actor: "ana",
    projectFolder: process.cwd(),
    moves: { read: async () => ({ groups: [] }), change: async () => {} },
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    timer,
    pauses: systemTimer,
  });
}

/** What a run found out about operations that were cut off. */
export function settledIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.kind === "settled" ? [event.result] : []));
}
