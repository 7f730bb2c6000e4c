import { callWith, notBegun, whyLeft } from "../../apply/index.js";
import type { Diagnostic } from "../../model/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { QuestionRequest } from "../../provider/decorator/index.js";
import { durationText, isTimeout, SharedTime, type AtOnce, type Timer } from "../../std/index.js";
import { problem } from "../diagnostics.js";

/** The timeout of calls that only read. */
const longestLookMs = 600_000;

/** The timeout for closing a provider at the end of the command. */
const longestCloseMs = 10_000;

/** A call to a provider that only reads, with its description and its fallback answer after a timeout. */
export interface Look<Answer> {
  readonly call: ProviderCall;
  /** A description, or the member that is called with `request`. The text is only built if there is no answer. */
  readonly what: string;
  readonly request?: QuestionRequest;
  readonly ask: (call: ProviderCall) => AtOnce<Answer>;
  readonly unanswered: (diagnostic: Diagnostic) => Answer;
}

/** Ports shared by all calls that only read. */
export interface LookPorts {
  /** The timeout of calls that only read. */
  readonly time: SharedTime;
  /** The timeout for closing. */
  readonly closing: SharedTime;
  /** Called right before each call. Aborts the signals of calls that must not start any more. */
  readonly beforeCall: (() => void) | undefined;
}

export function lookPorts(timer: Timer, beforeCall?: () => void): LookPorts {
  return {
    time: new SharedTime(timer, longestLookMs),
    closing: new SharedTime(timer, longestCloseMs),
    beforeCall,
  };
}

/** Returns the answer, or the reason why there is none. A timeout is never reported as a missing object. */
export function lookInTime<Answer>(
  { call, what, request, ask, unanswered }: Look<Answer>,
  { time, beforeCall }: LookPorts,
): AtOnce<Answer> {
  beforeCall?.();
  const isAsked = !call.signal.aborted;
  return time.run(
    call.signal,
    (signal) => ask(callWith(call, signal)),
    (signal) => {
      if (!isAsked) return unanswered(notBegun(call));
      return unanswered((isTimeout(signal) ? noAnswer : left)(questionText(what, request), call));
    },
  );
}

function questionText(what: string, request: QuestionRequest | undefined): string {
  if (request === undefined) return what;
  if ("token" in request) return request.token;
  const type = "type" in request ? request.type : request.prior.type;
  return `${what} of ${type}`;
}

function left(what: string, { urn, signal }: ProviderCall): Diagnostic {
  return problem("engine/no-answer", {
    detail: `${what}: the provider had not answered when ${whyLeft(signal)}. Coconut assumes nothing about the result.`,
    hint: "Run again.",
    ...(urn !== undefined && { resource: urn }),
  });
}

function noAnswer(what: string, { urn }: ProviderCall): Diagnostic {
  return problem("engine/no-answer", {
    detail: `${what}: the provider did not answer within ${durationText(longestLookMs)}, the timeout for calls that only read. Coconut assumes nothing about the result.`,
    hint: "Check that the service is reachable and responds, then run again. This timeout cannot be configured.",
    ...(urn !== undefined && { resource: urn }),
  });
}
