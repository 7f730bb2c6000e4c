import type { Diagnostic, ValueObject } from "../../../model/index.js";
import { stackCalls } from "../../../sdk/internal.js";
import { isAuthorsFile } from "../../../std/own-package.js";
import { readThrown } from "../../../std/error-text.js";
import type { ProviderCall, ProviderMessage } from "../../contract/index.js";
import type { Call, Log } from "../../hook-calls.js";
import { mayBeRetried, mayHaveHappened } from "../../may-have-happened.js";
import { Bug, isBug } from "../bug.js";
import { problem } from "../diagnostics.js";
import { toPlainFields } from "../field/plain.js";
import { maskFor, type Mask } from "./secret-texts.js";
import { thrownText } from "./thrown-text.js";

/** The configuration and client of a provider, for hooks. */
export interface Connection {
  /** `disk 1.2.0` */
  readonly packageText: string;
  readonly config: ValueObject;
  readonly client: unknown;
  /** False while the configuration contains unknowns: there is no client, and no hook can be called. */
  readonly ready: boolean;
}

/** The name of a hook and its type, for messages. */
export interface HookName {
  readonly type: string;
  readonly hook: string;
}

export type HookResult<T> =
  | { readonly ok: true; readonly answer: T; readonly mask: Mask }
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
      /** True if the operation may have taken effect. */
      readonly isUncertain: boolean;
      /** True if it certainly had no effect, and another call may succeed. */
      readonly isRetryable: boolean;
    };

/**
 * Calls a hook. `seen` are its arguments, whose secrets are masked in its messages. Turns an error into a diagnostic.
 */
export async function runHook<T>(
  name: HookName,
  connection: Connection,
  call: ProviderCall,
  seen: readonly ValueObject[],
  run: (common: Call<unknown, unknown>) => T | PromiseLike<T>,
): Promise<HookResult<T>> {
  if (!connection.ready) {
    throw new Bug(`${name.hook} was called before the provider's configuration is known.`);
  }
  const mask = maskFor(connection.config, ...seen);
  try {
    return { ok: true, answer: await run(commonOf(connection, call, mask)), mask };
  } catch (error) {
    if (isBug(error)) throw error;
    const diagnostic = hookFailed(name, connection.packageText, { error, mask }, call);
    const isUncertain = mayHaveHappened(error) || call.signal.aborted;
    return {
      ok: false,
      diagnostics: [diagnostic],
      isUncertain,
      isRetryable: !isUncertain && mayBeRetried(error),
    };
  }
}

/** Returns the common arguments of hooks. */
export function commonOf(
  { config, client }: Connection,
  { signal, report, assets }: ProviderCall,
  mask: Mask,
): Call<unknown, unknown> {
  return {
    config: toPlainFields(config),
    client,
    signal,
    // Most hooks read no assets.
    get assets() {
      return { ...assets, signal };
    },
    log: new HookLog(report, mask),
  };
}

/** Creates its functions on demand, because most hooks log nothing. */
class HookLog implements Log {
  readonly #report: ProviderCall["report"];
  readonly #mask: Mask;

  constructor(report: ProviderCall["report"], mask: Mask) {
    this.#report = report;
    this.#mask = mask;
  }

  get debug() {
    return this.#say("debug");
  }

  get info() {
    return this.#say("info");
  }

  get warn() {
    return this.#say("warn");
  }

  get error() {
    return this.#say("error");
  }

  #say(level: ProviderMessage["level"]) {
    return (message: unknown) => this.#report({ level, text: this.#mask(String(message)) });
  }
}

export function hookFailed(
  { type, hook }: HookName,
  packageText: string,
  { error, mask }: Thrown,
  call: Pick<ProviderCall, "urn">,
): Diagnostic {
  return problem("provider/hook-failed", {
    detail: `${hook} of ${type} (package ${packageText}) threw ${mask(thrownText(error))}`,
    hint: "The message comes from the provider. If the program's inputs caused it, correct them. Otherwise report it to the provider's author.",
    ...about(call),
    ...thrownHere(error),
  });
}

/** The error of a hook, and the mask for the secrets in its arguments. */
export interface Thrown {
  readonly error: unknown;
  readonly mask: Mask;
}

/** Returns the position of the error if it is in a file of the project. The position of the resource is shown first. */
function thrownHere(error: unknown): Pick<Diagnostic, "callers" | "related"> {
  const stack = readThrown(error, "stack");
  const calls = typeof stack === "string" ? [...stackCalls(stack)] : [];
  const [first, ...callers] = calls.filter(({ position }) => isAuthorsFile(position.file));
  if (first === undefined) return {};
  const related = [{ message: "Thrown here:", position: first.position }];
  return { related, ...(callers.length > 0 && { callers }) };
}

export function about({ urn }: Pick<ProviderCall, "urn">): { readonly resource?: string } {
  return urn === undefined ? {} : { resource: urn };
}
