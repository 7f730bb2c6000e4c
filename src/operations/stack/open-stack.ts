import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { AssetSources } from "../../model/index.js";
import { recordProgram } from "../../program/index.js";
import {
  compiledModule,
  importInstalled,
  importModule,
  loadProgram,
  runModule,
  type LoadedProgram,
  type ModuleRun,
} from "../../program/load/index.js";
import { packageHost, providersOf, type PackageHostOptions } from "../../provider/host/index.js";
import { systemPorts, type StackStore } from "../../store/internal.js";
import { quietTimer, systemTimer, type Timer } from "../../std/index.js";
import type { ReadPort } from "../../engine/index.js";
import type { StackPorts } from "../../engine/index.js";
import { Stack } from "./stack.js";
import { findCode, type CompileModule } from "../../engine/index.js";
import { openConfig, openConfigFile, type ConfigValue } from "../../project/index.js";
import { openOtherStack, openStackStore, type StackAddressed } from "../../store/internal.js";

export interface StackOptions extends StackPlace {
  /** Makes resources; what it returns are the outputs of the stack. */
  readonly program: () => unknown;
}

/** Which stack, and what it needs of the world. */
export interface StackPlace extends StackAddressed {
  /** By key; a secret is written `{ secret: value }`. Comes before what the file says. */
  readonly config?: { readonly [key: string]: ConfigValue };
  /** A file with configuration, from the folder of the project; its secrets are sealed. */
  readonly configFile?: string;
  /** Where assets may come from beside public addresses; as `assets` in `coconut.json`. */
  readonly assets?: AssetSources;
  /** Providers that the program does not name by their classes. */
  readonly providers?: PackageHostOptions["packages"];
  /** Kinds of packages beside those that Coconut has: how to find and start plugins of another protocol. */
  readonly kinds?: PackageHostOptions["kinds"];
  /** The stack has to be there; else one that is missing is made. */
  readonly mustExist?: boolean;
  /** Who runs it, for the history. */
  readonly actor?: string;
  /** How long a callback of an Output may take; ten minutes unless said. */
  readonly callbackTimeoutMs?: number;
}

/** Opens a stack whose program is a function; made if there is none of its name yet. */
export function openStack({ program, ...place }: StackOptions): Promise<Stack> {
  return openStackWith((settings) => recordProgram(program, settings), place);
}

/** Opens a stack whose program is a module, loaded as `coco` loads it. */
export async function openModuleStack({ entry, ...options }: ModuleStackOptions): Promise<Stack> {
  const projectFolder = options.projectFolder ?? process.cwd();
  return openLoadedStack(await loadProgram({ entry, projectFolder }), { ...options, projectFolder });
}

/** The same for a module that has been loaded. */
export async function openLoadedStack(
  loaded: LoadedProgram,
  { run, onRead, ...place }: Omit<ModuleStackOptions, "entry">,
): Promise<Stack> {
  const { projectFolder = process.cwd() } = place;
  const loadModule = (file: string) => importModule(file, projectFolder, { onRead });
  const loadInstalled = (file: string) => importInstalled(file, projectFolder, { onRead });
  const timer = run?.guard === undefined ? systemTimer : quietTimer;
  onRead?.(loaded.read);
  const compile = (file: string) => compiledModule(file, projectFolder);
  const machinery = {
    timer,
    loadModule,
    loadInstalled,
    compile,
    programDigest: loaded.digest,
    ...(onRead && { onRead }),
  };
  const during: Required<ModuleRun>["during"] = run?.during ?? ((evaluate) => evaluate());
  const record: StackPorts["record"] = async (settings) => {
    const recorded = await during(() => runModule(loaded, settings, run));
    for (const read of recorded.recorder.imported) onRead?.(read);
    return recorded;
  };
  return openStackWith(record, place, machinery);
}

export interface ModuleStackOptions extends StackPlace, ReadPort {
  /** The file of the program, from the project folder. */
  readonly entry: string;
  /** How the module is run: with a guard, the process belongs to it. */
  readonly run?: ModuleRun;
}

interface StackMachinery extends Pick<PackageHostOptions, "loadModule" | "loadInstalled">, ReadPort {
  readonly timer?: Timer;
  readonly programDigest?: string;
  /** Compiles a module of the project. */
  readonly compile?: CompileModule;
}

async function openStackWith(
  record: StackPorts["record"],
  place: StackPlace,
  { timer = systemTimer, loadModule, loadInstalled, compile, programDigest, onRead }: StackMachinery = {},
): Promise<Stack> {
  const { project, name, namespace, projectFolder = process.cwd() } = place;
  const { ports = systemPorts(process.env, projectFolder) } = place;
  const configFile = place.configFile === undefined ? undefined : resolve(projectFolder, place.configFile);
  const store = await openStackStore({ ...place, ports }, { create: !place.mustExist });
  return new Stack({
    store,
    otherStack: (other) => openOtherStack({ ...place, ports }, other),
    host: ({ registrations }) =>
      packageHost({
        projectFolder,
        packages: [...(place.providers ?? []), ...providersOf(registrations)],
        ...(place.kinds && { kinds: place.kinds }),
        ...(loadModule && { loadModule }),
        ...(loadInstalled && { loadInstalled }),
      }),
    record,
    programDigest,
    findCode: (packages) => findCode(packages, projectFolder, compile),
    settings: {
      project,
      stack: name,
      ...(namespace !== undefined && { namespace }),
      config: await closingAfterFailure(store, () => configOfPlace(store, place, configFile)),
    },
    ...(configFile !== undefined && { configFile }),
    ...(onRead && { onRead }),
    actor: place.actor ?? userInfo().username,
    projectFolder,
    ...(place.assets !== undefined && { assets: place.assets }),
    now: () => ports.now(),
    elapsed: () => performance.now(),
    timer: quietTimer,
    pauses: systemTimer,
    callbackLimits: { timer, timeoutMs: place.callbackTimeoutMs ?? 600_000 },
  });
}

async function closingAfterFailure<Result>(store: StackStore, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What is given in memory comes before what the file says. */
async function configOfPlace(store: StackStore, place: StackPlace, file: string | undefined) {
  const { project, config = {} } = place;
  const kept = file === undefined ? {} : await openConfigFile(store, project, file);
  return { ...kept, ...openConfig(store, project, config) };
}
