import { DiagnosticError } from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { problem } from "./diagnostics.js";
import { leaseLeft } from "./lease.js";
import { lookAtFile } from "./lock.js";
import type { StorePorts } from "./ports.js";
import type { RawStore, StackAddress } from "./raw/index.js";
import { rawStoreAt } from "./registry.js";
import { format, holderOf } from "./rows/index.js";
import { glanceAt } from "./stack-glance.js";
import { firstRow, stackStore } from "./stack-store.js";
import type { Store } from "./store.js";
import { systemPorts } from "./system-ports.js";
import { JSON } from "../std/plain-json.js";

/**
 * Opens the store at a location: `sqlite:<folder>` has one file per stack; `memory:` lives as long as the process.
 * Nothing is read or written until a stack is opened.
 */
export async function openStore(
  location: string | RawStore,
  given: StorePorts = systemPorts(),
  projectFolder = process.cwd(),
): Promise<Store> {
  const raw = typeof location === "string" ? await rawStoreAt(location, projectFolder) : location;
  const { heads: _, ...others } = given;
  const ports: StorePorts = raw.isTemporary ? others : given;
  return {
    ...(raw.folder !== undefined && { folder: raw.folder }),
    list: (project) => raw.list(project),
    exists: (address) => raw.exists(address),
    where: (address) => raw.where(address),
    async glance(address) {
      const found = await raw.open(address);
      if (found === undefined) return undefined;
      try {
        const head = await found.head();
        const holder = holderOf(head);
        const file = holder && (await lookAtFile(holder, found.lockFile, ports.processes));
        return glanceAt(head, format, ports, { file: file ?? "none", leaseLeftMs: await leaseLeft(found) });
      } finally {
        await found.close();
      }
    },
    async open(address, { create }) {
      const takeAway = () => raw.remove(address);
      const found = await raw.open(address);
      if (found !== undefined) return stackStore(found, address, ports, takeAway);
      if (!create) throw missing(address, await raw.list());
      return stackStore(await raw.create(await firstRow(address, ports)), address, ports, takeAway);
    },
  };
}

function missing({ project, name }: StackAddress, stacks: readonly StackAddress[]): DiagnosticError {
  const names = stacks.filter((stack) => stack.project === project).map((stack) => stack.name);
  const others = stacks.filter((stack) => stack.name === name).map((stack) => stack.project);
  const elsewhere = others.length === 0 ? "" : ` A stack of this name belongs to the project ${others[0]}.`;
  return new DiagnosticError(
    problem("store/no-stack", {
      detail: `The store has no stack ${JSON.stringify(name)}.${meant(name, names)}${elsewhere}`,
      hint:
        names.length === 0
          ? `${stacks.length === 0 ? "The store has no stacks yet." : `The project ${project} has no stacks yet.`} The first coco apply creates one.`
          : `Existing stacks: ${names.join(", ")}.`,
    }),
  );
}

function meant(name: string, others: readonly string[]): string {
  const near = nearestName(name, others);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}
