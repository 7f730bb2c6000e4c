import { DiagnosticError } from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { problem } from "./diagnostics.js";
import { lookAtFile } from "./lock.js";
import { memoryStore } from "./memory/index.js";
import type { StorePorts } from "./ports.js";
import type { RawStore } from "./raw/index.js";
import { format, holderOf } from "./rows/index.js";
import { sqliteStore } from "./sqlite/index.js";
import { glanceAt } from "./stack-glance.js";
import { firstRow, stackStore } from "./stack-store.js";
import type { Store } from "./store.js";
import { systemPorts } from "./system-ports.js";
import { JSON } from "../std/plain-json.js";

/**
 * Opens the store at a place: `sqlite:<folder>`, one file per stack in it; or `memory:`, gone with the process.
 * Nothing is touched before a stack is opened.
 */
export async function openStore(
  location: string | RawStore,
  given: StorePorts = systemPorts(),
): Promise<Store> {
  const { heads: _, ...others } = given;
  // What goes with the process need not be remembered beyond it.
  const ports: StorePorts = location === "memory:" ? others : given;
  const raw = typeof location === "string" ? rawStore(location) : location;
  return {
    list: () => raw.list(),
    async glance(name) {
      const found = await raw.open(name);
      if (found === undefined) return undefined;
      try {
        const head = await found.head();
        const holder = holderOf(head);
        const file = holder && (await lookAtFile(holder, found.lockFile, ports.processes));
        return glanceAt(head, format, ports, file ?? "none");
      } finally {
        await found.close();
      }
    },
    async open(address, { create }) {
      const takeAway = () => raw.remove(address.name);
      const found = await raw.open(address.name);
      if (found !== undefined) return stackStore(found, address, ports, takeAway);
      if (!create) throw missing(address.name, await raw.list());
      return stackStore(await raw.create(await firstRow(address, ports)), address, ports, takeAway);
    },
  };
}

function rawStore(location: string): RawStore {
  const [scheme, place] = split(location);
  if (scheme === "memory" && place === "") return memoryStore();
  if (scheme === "sqlite" && place !== "") return sqliteStore(place);
  throw new DiagnosticError(
    problem("store/unknown-location", {
      detail: `${JSON.stringify(location)} names no kind of store that is known.`,
      hint: "Name a folder for the files of the store:\nsqlite:.coconut",
    }),
  );
}

function split(location: string): [scheme: string, place: string] {
  const colon = location.indexOf(":");
  return colon === -1 ? [location, ""] : [location.slice(0, colon), location.slice(colon + 1)];
}

function missing(name: string, others: readonly string[]): DiagnosticError {
  return new DiagnosticError(
    problem("store/no-stack", {
      detail: `There is no stack ${JSON.stringify(name)} in this store.${meant(name, others)}`,
      hint:
        others.length === 0
          ? "No stack was made yet. The first apply makes one."
          : `These exist: ${others.join(", ")}.`,
    }),
  );
}

function meant(name: string, others: readonly string[]): string {
  const near = nearestName(name, others);
  return near === undefined ? "" : ` It may be ${near}.`;
}
