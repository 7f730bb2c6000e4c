import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { AssetSources, Diagnostic } from "../../model/index.js";
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
import {
  packageHost,
  preparePackages,
  providersOf,
  type PackageHostOptions,
} from "../../provider/host/index.js";
import { systemPorts, type StackStore } from "../../store/internal.js";
import { quietTimer, systemTimer, type Timer } from "../../std/index.js";
import type { ReadPort } from "../../engine/index.js";
import type { StackPorts } from "../../engine/index.js";
import { Stack } from "./stack.js";
import { findCode, type CompileModule } from "../../engine/index.js";
import { openConfig, openConfigFile, type ConfigValue } from "../../project/index.js";
import { openOtherStack, openStackStore, type StackAddressed } from "../../store/internal.js";

/** The argument of `stack()`: a program, the address of the stack, and its environment. */
export interface StackOptions extends StackPlace {
  /** Declares the resources. Its return value becomes the outputs of the stack. */
  readonly program: () => unknown;
}

/** The address of a stack, and its environment. */
export interface StackPlace extends StackAddressed {
  /** By key; a secret is written `{ secret: value }`. Takes precedence over the file. */
  readonly config?: { readonly [key: string]: ConfigValue };
  /** A configuration file, relative to the project folder. Its secrets are encrypted. */
  readonly configFile?: string;
  /** Allowed sources of assets beside public addresses; like `assets` in `coconut.json`. */
  readonly assets?: AssetSources;
  /** Providers that the program does not reference by their classes. */
  readonly providers?: PackageHostOptions["packages"];
  /** Additional kinds of packages: how to find and start plugins of another protocol. */
  readonly kinds?: PackageHostOptions["kinds"];
  /** Fails if the stack does not exist. By default a missing stack is created. */
  readonly mustExist?: boolean;
  /** The user, for the history. */
  readonly actor?: string;
  /** Timeout of an Output callback (default: 10 minutes). */
  readonly callbackTimeoutMs?: number;
}

/** Opens a stack whose program is a function. Creates the stack if it does not exist. */
export function openStack({ program, ...place }: StackOptions): Promise<Stack> {
  return openStackWith((settings) => recordProgram(program, settings), place);
}

/** Opens a stack whose program is a module, loaded as `coco` loads it. */
export async function openModuleStack({ entry, ...options }: ModuleStackOptions): Promise<Stack> {
  const projectFolder = options.projectFolder ?? process.cwd();
  const { program } = await loadProject(entry, projectFolder);
  return openLoadedStack(program, { ...options, projectFolder });
}

/** Loads the program of a project. First creates the files that it imports from packages, if they are missing. */
export async function loadProject(
  entry: string,
  projectFolder: string,
): Promise<{ readonly program: LoadedProgram; readonly warnings: readonly Diagnostic[] }> {
  const warnings = await preparePackages(projectFolder);
  return { program: await loadProgram({ entry, projectFolder }), warnings };
}

/** Like `openModuleStack`, for a module that is already loaded. */
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
  /** The program file, relative to the project folder. */
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

/** Values given in memory take precedence over the file. */
async function configOfPlace(store: StackStore, place: StackPlace, file: string | undefined) {
  const { project, config = {} } = place;
  const kept = file === undefined ? {} : await openConfigFile(store, project, file);
  return { ...kept, ...openConfig(store, project, config) };
}
