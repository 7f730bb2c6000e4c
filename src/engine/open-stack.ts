import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { packageHost, type PackageHostOptions } from "../provider/host/index.js";
import { openStore, systemPorts, type Store, type StorePorts } from "../store/index.js";
import { Stack } from "./stack.js";
import { configValues, type ConfigValue } from "./stack-config.js";

export interface StackOptions {
  readonly project: string;
  /** The name of the environment: `dev`, `staging`. */
  readonly name: string;
  /** Sets several instances of one environment apart. */
  readonly namespace?: string;
  /** Makes resources; what it returns are the outputs of the stack. */
  readonly program: () => unknown;
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
}

/** Opens a stack, made if there is none of its name yet. */
export async function openStack(options: StackOptions): Promise<Stack> {
  const { project, name, namespace, program, projectFolder = process.cwd(), ports = systemPorts() } = options;
  const instance = namespace === undefined ? name : `${name}:${namespace}`;
  const store = await storeOf(options.store ?? "sqlite:.coconut", projectFolder, ports);
  return new Stack({
    store: await store.open({ project, name: instance }, { create: true }),
    host: packageHost({ projectFolder, packages: options.providers ?? [] }),
    program,
    settings: {
      project,
      stack: name,
      ...(namespace !== undefined && { namespace }),
      config: configValues(project, options.config ?? {}),
    },
    actor: options.actor ?? userInfo().username,
    projectFolder,
    now: () => ports.now(),
    elapsed: () => performance.now(),
  });
}

async function storeOf(store: string | Store, projectFolder: string, ports: StorePorts): Promise<Store> {
  if (typeof store !== "string") return store;
  const folder = store.startsWith("sqlite:") ? store.slice("sqlite:".length) : undefined;
  if (folder === undefined || isAbsolute(folder)) return openStore(store, ports);
  return openStore(`sqlite:${join(projectFolder, folder)}`, ports);
}
