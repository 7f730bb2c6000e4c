import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { recordProgram } from "../program/index.js";
import type { LoadedProgram, ModuleRun } from "../program/load/index.js";
import { packageHost, providersOf, type PackageHostOptions } from "../provider/host/index.js";
import { openStore, systemPorts, type Store, type StorePorts } from "../store/index.js";
import { quietTimer, systemTimer, type Timer } from "../std/index.js";
import { Stack, type StackPorts } from "./stack.js";
import { configValues, type ConfigValue } from "./stack-config.js";

export interface StackOptions extends StackPlace {
  /** Makes resources; what it returns are the outputs of the stack. */
  readonly program: () => unknown;
}

/** Which stack, and what it needs of the world. */
export interface StackPlace {
  readonly project: string;
  /** The name of the environment: `dev`, `staging`. */
  readonly name: string;
  /** Sets several instances of one environment apart. */
  readonly namespace?: string;
  /** Where state is kept: `sqlite:<folder>` or `memory:`. The folder is relative to the project's. */
  readonly store?: string | Store;
  /** By key; a secret is written `{ secret: value }`. */
  readonly config?: { readonly [key: string]: ConfigValue };
  /** Providers that the program does not name by their classes. */
  readonly providers?: PackageHostOptions["packages"];
  /** Where the program lives; the working folder unless said. */
  readonly projectFolder?: string;
  /** Who runs it, for the history. */
  readonly actor?: string;
  readonly ports?: StorePorts;
  /** How long a callback of an Output may take; ten minutes unless said. */
  readonly callbackTimeoutMs?: number;
}

/** Opens a stack whose program is a function; made if there is none of its name yet. */
export function openStack({ program, ...place }: StackOptions): Promise<Stack> {
  return openStackWith((settings) => recordProgram(program, settings), place);
}

/** Opens a stack whose program is a module, loaded as `coco` loads it. */
export async function openModuleStack({ entry, ...options }: ModuleStackOptions): Promise<Stack> {
  const { loadProgram } = await import("../program/load/index.js");
  const projectFolder = options.projectFolder ?? process.cwd();
  return openLoadedStack(await loadProgram({ entry, projectFolder }), { ...options, projectFolder });
}

/** The same for a module that has been loaded. */
export async function openLoadedStack(
  loaded: LoadedProgram,
  { run, ...place }: Omit<ModuleStackOptions, "entry">,
): Promise<Stack> {
  const { importModule, runModule } = await import("../program/load/index.js");
  const { projectFolder = process.cwd() } = place;
  const loadModule = (file: string) => importModule(file, projectFolder);
  const timer = run?.guard === undefined ? systemTimer : quietTimer;
  return openStackWith((settings) => runModule(loaded, settings, run), place, { timer, loadModule });
}

export interface ModuleStackOptions extends StackPlace {
  /** The file of the program, from the project folder. */
  readonly entry: string;
  /** How the module is run: with a guard, the process belongs to it. */
  readonly run?: ModuleRun;
}

interface StackMachinery extends Pick<PackageHostOptions, "loadModule"> {
  readonly timer?: Timer;
}

async function openStackWith(
  record: StackPorts["record"],
  place: StackPlace,
  { timer = systemTimer, loadModule }: StackMachinery = {},
): Promise<Stack> {
  const { project, name, namespace, projectFolder = process.cwd(), ports = systemPorts() } = place;
  const instance = namespace === undefined ? name : `${name}:${namespace}`;
  const store = await storeOf(place.store ?? "sqlite:.coconut", projectFolder, ports);
  return new Stack({
    store: await store.open({ project, name: instance }, { create: true }),
    host: ({ registrations }) =>
      packageHost({
        projectFolder,
        packages: [...(place.providers ?? []), ...providersOf(registrations)],
        ...(loadModule && { loadModule }),
      }),
    record,
    settings: {
      project,
      stack: name,
      ...(namespace !== undefined && { namespace }),
      config: configValues(project, place.config ?? {}),
    },
    actor: place.actor ?? userInfo().username,
    projectFolder,
    now: () => ports.now(),
    elapsed: () => performance.now(),
    callbackLimits: { timer, timeoutMs: place.callbackTimeoutMs ?? 600_000 },
  });
}

async function storeOf(store: string | Store, projectFolder: string, ports: StorePorts): Promise<Store> {
  if (typeof store !== "string") return store;
  const folder = store.startsWith("sqlite:") ? store.slice("sqlite:".length) : undefined;
  if (folder === undefined || isAbsolute(folder)) return openStore(store, ports);
  return openStore(`sqlite:${join(projectFolder, folder)}`, ports);
}
