import { DiagnosticError } from "../../../src/model/index.js";
import type { ChangeRequest, CreateRequest, ProviderCall } from "../../../src/provider/contract/index.js";
import type { Child, ChildEnd, ChildUse } from "../../../src/provider/child/index.js";
import { quietTimer, type Timer } from "../../../src/std/index.js";
import { isJsonObject } from "../../../src/std/plain-json.js";
import { shortenEnd } from "../../../src/std/shorten-text.js";
import { faultInAnswer } from "./answers.js";
import type { FromChild, Method, ToChild } from "./messages.js";
import { pack, unpack, type Json } from "./wire.js";

export interface ConnectionOptions {
  /** The program of the child, for diagnostics. */
  readonly command: string;
  readonly timer?: Timer;
  /** How long any answer may take; the engine has limits of its own. */
  readonly answerWithinMs?: number;
}

export interface Question {
  readonly method: Method;
  /** What the method is asked about, for people: `shelf:index:Thing`. */
  readonly about: string;
  readonly call: ProviderCall;
  readonly provider?: number;
  readonly request: object;
  readonly onLine?: (line: unknown) => void;
}

/** The answer, or how the child ended before it came. */
export type Reply<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "ended"; readonly end: ChildEnd; readonly wasSent: boolean; readonly use: ChildUse };

/** Asks a child questions, each a line, and takes its lines apart. What it may not say ends it. */
export class Connection {
  readonly child: Child;
  readonly #options: ConnectionOptions;
  readonly #open = new Map<number, Open>();
  #last = 0;

  /** After the first line of the child was read by somebody else: it hands over the others by `hear`. */
  constructor(child: Child, options: ConnectionOptions) {
    this.child = child;
    this.#options = options;
  }

  async ask<Answer>(question: Question): Promise<Reply<Answer>> {
    const { child } = this;
    const { method, about, call } = question;
    const use: ChildUse = {
      title: child.title,
      command: this.#options.command,
      what: `${method} of ${about}`,
      urn: call.urn,
    };
    if (child.isOver) return { kind: "ended", end: await child.ended, wasSent: false, use };
    const id = ++this.#last;
    const cancel = () => this.#write({ cancel: id });
    const stop = this.#limit(use.what!);
    call.signal.addEventListener("abort", cancel);
    try {
      const asked = new Promise<Json>((resolve) => this.#open.set(id, { question, resolve }));
      const { phase, urn, timeoutMs, assets } = call;
      const { provider } = question;
      const request = pack(question.request, (texts) => child.hide(texts));
      this.#write({
        id,
        method,
        ...(provider !== undefined && { provider }),
        call: { phase, urn, timeoutMs, assets, isCancelled: call.signal.aborted },
        request,
      });
      const answered = await child.unlessEnded(asked);
      if (answered.kind !== "answered") return { kind: "ended", end: answered, wasSent: true, use };
      const checked = this.#checked(method, answered.answer);
      if ("answer" in checked) return { kind: "answered", answer: checked.answer as Answer };
      return { kind: "ended", end: await this.#garbled(checked.fault), wasSent: true, use };
    } finally {
      stop();
      this.#open.delete(id);
      call.signal.removeEventListener("abort", cancel);
    }
  }

  /** Takes a line of the child. */
  hear(line: string): void {
    const message = parsed(line);
    const open = message && this.#open.get(message.id);
    if (open === undefined) void this.#garbled(`the line ${JSON.stringify(shortenEnd(line, 200))}`);
    else this.#take(message!, open);
  }

  #take(message: FromChild, { question, resolve }: Open): void {
    const { call, request, onLine } = question;
    if ("report" in message) return call.report(message.report);
    if ("line" in message) return onLine?.(unpack(message.line));
    if ("identified" in message) {
      const { identified } = request as Partial<CreateRequest>;
      return this.#note(message.told, async () => identified?.(message.identified));
    }
    if ("running" in message) {
      const { running } = request as Partial<ChangeRequest>;
      return this.#note(message.told, async () => running?.(message.running));
    }
    if ("answer" in message) return resolve(message.answer);
    void this.#garbled(`the line ${JSON.stringify(shortenEnd(JSON.stringify(message), 200))}`);
  }

  /** The child goes on when it is written down. If it cannot be, it never does: the call ends by its time limit. */
  #note(told: number, write: () => Promise<void>): void {
    void write().then(
      () => this.#write({ noted: told }),
      () => {},
    );
  }

  #checked(method: Method, json: Json): { readonly answer: unknown } | { readonly fault: string } {
    try {
      const answer = unpack(json);
      const fault = faultInAnswer(method, answer);
      return fault === undefined ? { answer } : { fault };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      return { fault: `the answer to ${method} holds a value that cannot be decoded (${error.message})` };
    }
  }

  #limit(what: string): () => void {
    const { answerWithinMs, timer = quietTimer } = this.#options;
    if (answerWithinMs === undefined) return () => {};
    return timer.after(answerWithinMs, () => {
      void this.child.fail({ kind: "silent", what, waitedMs: answerWithinMs });
    });
  }

  #garbled(what: string): Promise<ChildEnd> {
    return this.child.fail({ kind: "garbled", what });
  }

  #write(message: ToChild): void {
    if (!this.child.isOver) this.child.stdin!.write(`${JSON.stringify(message)}\n`);
  }
}

interface Open {
  readonly question: Question;
  readonly resolve: (answer: Json) => void;
}

function parsed(line: string): FromChild | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isJsonObject(message) ? (message as object as FromChild) : undefined;
  } catch {
    return undefined;
  }
}
