import { resolve } from "node:path";
import { checkValue, DiagnosticError, type Json } from "../model/index.js";
import {
  cannotOpen,
  configFileName,
  fullKey,
  isSealedText,
  isSecretForm,
  keyFault,
  memberProblems,
  notAKey,
  notAValue,
  openConfigValue,
  readConfigFile,
  rewriteConfigFile,
  sealConfigValue,
  withMember,
  withoutMember,
  type ConfigMember,
  type ConfigSealing,
} from "../project/index.js";
import { openStackStore, type StackAddressed } from "../store/internal.js";

/** The stack, and its configuration file relative to the project folder if that is not in the default place. */
export interface ConfigPlace extends StackAddressed {
  readonly configFile?: string;
}

/** Returns the configuration file of a stack. The store is opened only to encrypt or decrypt a value. */
export function configOf(place: ConfigPlace): StackConfig {
  return new StackConfig({
    project: place.project,
    file: configFileOf(place),
    async withSealing(work) {
      const store = await openStackStore(place);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
  });
}

export function configFileOf({ projectFolder, name, namespace, configFile }: ConfigPlace): string {
  return resolve(projectFolder ?? process.cwd(), configFile ?? configFileName(name, namespace));
}

export interface ConfigPorts {
  readonly project: string;
  readonly file: string;
  withSealing<Result>(work: (sealing: ConfigSealing) => Promise<Result>): Promise<Result>;
}

export interface ConfigEntry {
  /** Includes the package that the key belongs to. */
  readonly key: string;
  readonly secret: boolean;
  /** Absent for a secret that is not revealed. */
  readonly value?: Json;
}

export class StackConfig {
  readonly file: string;
  readonly #ports: ConfigPorts;

  constructor(ports: ConfigPorts) {
    this.#ports = ports;
    this.file = ports.file;
  }

  /** Returns the values in the order of the file. Secrets come without their values. */
  async list(): Promise<readonly ConfigEntry[]> {
    const { text, members } = await readConfigFile(this.file, this.#ports.project);
    const [first, ...rest] = members.flatMap((member) => memberProblems(member, text, this.file));
    if (first !== undefined) throw new DiagnosticError(first, ...rest);
    return members.map(entryOf);
  }

  /** Returns one value, or undefined if it is not set. A secret is decrypted only with `reveal`. */
  async get(key: string, { reveal = false } = {}): Promise<ConfigEntry | undefined> {
    const asked = this.#fullKey(key);
    const { text, members } = await readConfigFile(this.file, this.#ports.project);
    const member = members.find((each) => each.fullKey === asked);
    if (member === undefined) return undefined;
    const [first, ...rest] = memberProblems(member, text, this.file);
    if (first !== undefined) throw new DiagnosticError(first, ...rest);
    const { sealed } = member;
    if (sealed === undefined || !reveal) return entryOf(member);
    const opened = await this.#ports.withSealing(async (sealing) => openConfigValue(sealing, asked, sealed));
    if (opened === undefined) throw new DiagnosticError(cannotOpen(asked, this.file));
    return { ...entryOf(member), value: opened.value };
  }

  /** Without `secret`, a value that was secret stays secret, and any other value is plain. */
  async set(key: string, value: Json, { secret }: { readonly secret?: boolean } = {}): Promise<ConfigEntry> {
    const asked = this.#fullKey(key);
    refuseValue(asked, value);
    let isSecret = false;
    await this.#rewrite(async ({ text, members }) => {
      const found = members.find((member) => member.fullKey === asked);
      isSecret = secret ?? (found !== undefined && isSecretForm(found.value));
      // Opened here: a concurrent rotation either re-encrypts the value afterwards, or has already made its new key
      // current.
      const written = isSecret
        ? { secret: await this.#ports.withSealing(async (sealing) => sealConfigValue(sealing, asked, value)) }
        : value;
      return withMember(text, found?.key ?? key, written);
    });
    return isSecret ? { key: asked, secret: true } : { key: asked, secret: false, value };
  }

  /** Returns whether the key was set. */
  async remove(key: string): Promise<boolean> {
    const asked = this.#fullKey(key);
    let isFound = false;
    await this.#rewrite(({ text, members }) => {
      const found = members.find((member) => member.fullKey === asked);
      isFound = found !== undefined;
      return found === undefined ? text : withoutMember(text, found.key);
    });
    return isFound;
  }

  #rewrite(change: Parameters<typeof rewriteConfigFile>[2]): Promise<void> {
    return rewriteConfigFile(this.file, this.#ports.project, change);
  }

  #fullKey(key: string): string {
    const fault = keyFault(key);
    if (fault !== undefined) throw new DiagnosticError(notAKey(fault));
    return fullKey(this.#ports.project, key);
  }
}

function entryOf({ fullKey: key, value, sealed }: ConfigMember): ConfigEntry {
  return sealed === undefined ? { key, secret: false, value } : { key, secret: true };
}

/** Refuses a value that could not be read back unchanged. */
function refuseValue(key: string, value: Json): void {
  const [first, ...rest] = checkValue(value);
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const isForm = isSecretForm(value) || (typeof value === "string" && isSealedText(value));
  if (!isForm) return;
  throw new DiagnosticError(
    notAValue(
      key,
      "it looks like an encrypted value",
      "Enter the plain value when prompted:\n    coco config set --secret <key>",
    ),
  );
}
