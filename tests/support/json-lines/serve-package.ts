import { createInterface } from "node:readline";
import { isDiagnosticError } from "../../../src/model/index.js";
import type {
  ConfiguredProvider,
  CreateRequest,
  DeleteRequest,
  LogsRequest,
  PlanRequest,
  ProviderCall,
  Rejected,
  UpdateRequest,
} from "../../../src/provider/contract/index.js";
import type { Provider } from "../../../src/provider/index.js";
import { typedPackage } from "../../../src/provider/typed/index.js";
import type { Description, FromChild, Method, ToChild, TypeDescription } from "./messages.js";
import { pack, unpack } from "./wire.js";

/** Stands between a question and its answer: where tests let a child go wrong. */
export type Meddle = (method: Method, when: "before" | "after", answer?: unknown) => Promise<unknown>;

/** Answers the contract for the definitions of a provider, by lines of JSON, until stdin ends. */
export function servePackage(provider: Provider<never, never>, meddle: Meddle): void {
  new Server(provider, meddle).start();
}

type Asked = Extract<ToChild, { readonly method: Method }>;

class Server {
  readonly #provider: Provider<never, never>;
  readonly #package: ReturnType<typeof typedPackage>;
  readonly #meddle: Meddle;
  readonly #configured: ConfiguredProvider[] = [];
  readonly #calls = new Map<number, AbortController>();
  readonly #told: (() => void)[] = [];

  constructor(provider: Provider<never, never>, meddle: Meddle) {
    this.#provider = provider;
    this.#package = typedPackage(provider);
    this.#meddle = meddle;
  }

  start(): void {
    say(describe(this.#provider, this.#package));
    createInterface({ input: process.stdin })
      .on("line", (line) => this.#heard(JSON.parse(line) as ToChild))
      .on("close", () => process.exit(0));
  }

  #heard(message: ToChild): void {
    if ("cancel" in message) return this.#calls.get(message.cancel)?.abort();
    if ("noted" in message) return this.#told[message.noted]!();
    void this.#answer(message);
  }

  async #answer(asked: Asked): Promise<void> {
    const { id, method } = asked;
    const stop = new AbortController();
    this.#calls.set(id, stop);
    if (asked.call.isCancelled) stop.abort();
    const report = (message: Extract<FromChild, { report: unknown }>["report"]) =>
      say({ id, report: message });
    const call: ProviderCall = {
      ...(unpack(asked.call as never) as ProviderCall),
      signal: stop.signal,
      report,
    };
    await this.#meddle(method, "before");
    const answer = await this.#asked(asked, call).catch(refused);
    say({ id, answer: pack(await this.#meddle(method, "after", answer ?? null)) });
    this.#calls.delete(id);
  }

  async #asked({ id, method, provider, request: packed }: Asked, call: ProviderCall): Promise<unknown> {
    const request = unpack(packed) as { readonly [field: string]: never };
    switch (method) {
      case "upgrade":
        return this.#package.upgrade(call, request["stored"]!);
      case "checkConfig": {
        const { priorConfig: prior, ...asked } = request;
        return this.#package.checkConfig(call, { ...asked, ...(prior !== undefined && { prior }) } as never);
      }
      case "configure": {
        const made = await this.#package.configure(call, request as never);
        if ("kind" in made) return made;
        return { provider: this.#configured.push(made) - 1, ready: made.ready };
      }
      default:
        return this.#askedOf(this.#configured[provider!]!, method, id, call, request);
    }
  }

  async #askedOf(
    configured: ConfiguredProvider,
    method: Exclude<Method, "upgrade" | "checkConfig" | "configure">,
    id: number,
    call: ProviderCall,
    request: { readonly [field: string]: never },
  ): Promise<unknown> {
    const changing = {
      ...request,
      identified: (known: string) => this.#tell((told) => ({ id, told, identified: known })),
      running: (running: never) => this.#tell((told) => ({ id, told, running })),
    } as object as CreateRequest & UpdateRequest & DeleteRequest;
    switch (method) {
      case "plan": {
        const { seeded, ...asked } = request as object as PlanRequest & { readonly seeded?: string };
        return configured.plan(call, { ...asked, ...(seeded !== undefined && { seed: () => seeded }) });
      }
      case "create":
      case "update":
      case "delete":
        return configured[method](call, changing);
      case "planDelete":
        return configured.planDelete?.(call, request as never) ?? {};
      case "logs":
        return this.#logs(configured, id, call, request as object as LogsRequest);
      case "stats":
        return configured.stats!(call, request as never);
      case "invoke":
      case "call":
        return configured[method]!(call, request as never);
      case "close":
        return configured.close();
      default:
        return configured[method](call, request as never);
    }
  }

  async #logs(
    configured: ConfiguredProvider,
    id: number,
    call: ProviderCall,
    { since, ...request }: LogsRequest,
  ): Promise<void> {
    const asked = { ...request, ...(since !== undefined && { since: new Date(since) }) };
    for await (const line of configured.logs!(call, asked)!) say({ id, line: pack(line) });
  }

  /** Resolves when Coconut has written it down. */
  #tell(message: (told: number) => FromChild): Promise<void> {
    return new Promise((resolve) => say(message(this.#told.push(resolve) - 1)));
  }
}

/** What is no diagnostic is a bug, which ends the child. */
function refused(error: unknown): Rejected {
  if (isDiagnosticError(error)) return { kind: "rejected", diagnostics: error.diagnostics };
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(70);
}

function say(message: FromChild | Description): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function describe(
  { package: name, version, callsAtOnce, config, resources, functions }: Provider<never, never>,
  found: ReturnType<typeof typedPackage>,
): Description {
  const types = [...resources].map(([type, defined]): [string, TypeDescription] => {
    const globalId = found.globalId?.(type);
    return [
      type,
      {
        ...(globalId !== undefined && { globalId }),
        replaceFields: found.replaceFields!(type),
        hasUniqueIds: found.hasUniqueIds!(type),
        schemaVersion: found.schemaVersion!(type)!,
        canFind: defined.find !== undefined,
        canLookUp: defined.lookup !== undefined,
        hasLogs: defined.logs !== undefined,
        hasStats: defined.stats !== undefined,
        settlesWithinMs: defined.settlesWithinMs ?? 0,
        lateWithinMs: defined.lateWithinMs ?? 30_000,
      },
    ];
  });
  return {
    protocol: 1,
    name,
    version,
    ...(callsAtOnce !== undefined && { callsAtOnce }),
    configFields: Object.keys(config),
    types: Object.fromEntries(types),
    ephemeralFunctions: [...functions.keys()].filter((token) => found.isEphemeral!(token)),
  };
}
