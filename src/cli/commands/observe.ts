import { DiagnosticError, type Json } from "../../model/index.js";
import type { LogsOptions, ObservedResource, ResourceLogLine, StackStats } from "../../operations/index.js";
import type { Stack } from "../../operations/stack/index.js";
import { displayWidth } from "../../std/display-width.js";
import type { Command, Invocation } from "../command.js";
import { parseTime } from "../parse-time.js";
import { onProgram, shown } from "../on-program.js";
import { stackOptions } from "../options.js";
import { count } from "../request.js";
import { wrongUsage } from "../usage-problem.js";

export const logs: Command = {
  name: "logs",
  takes: ["[resource]..."],
  says: "Print the logs of resources and components, merged by time",
  examples: ["logs", "logs server --follow", "logs server 'worker-*' --since 10m", "logs -n 20 -f"],
  options: [...stackOptions, "since", "follow", "limit"],
  optionTexts: { limit: "Only print the last lines, at most this many (default: all)" },
  needsStack: true,
  run: async (invocation) => {
    const { words, options } = invocation;
    const asked = logsRequest(invocation);
    const resources = words.length === 0 ? undefined : words;
    return onProgram(invocation, async (stack, { signal }) => {
      const left = readerLeft();
      await listen(invocation, stack, resources, { ...asked, signal: AbortSignal.any([signal, left]) });
      return options.follow ? { ...shown, endsByInterrupt: true } : shown;
    });
  },
};

export const stats: Command = {
  name: "stats",
  takes: ["[resource]..."],
  says: "Print counters of resources and providers, and the slowest steps of the last run",
  examples: ["stats", "stats server", "stats --json"],
  options: stackOptions,
  needsStack: true,
  run: async (invocation) => {
    const { words, face } = invocation;
    return onProgram(invocation, async (stack) => {
      const { countersText, statsText } = await import("../../render/observe/index.js");
      const all = await stack.allStats(words.length === 0 ? undefined : words);
      const { resources, providers, failures } = all;
      face.show("stats", statsData(all), (look) => {
        if (words.length === 0) return statsText(all, look);
        if (resources.length === 1) return countersText(resources[0]!.stats, look);
        return statsText({ resources, providers }, look);
      });
      const [first, ...rest] = failures;
      if (first !== undefined) throw new DiagnosticError(first, ...rest);
      if (resources.length === 0) face.say(noneOffers("counters", words));
      return shown;
    });
  },
};

function logsRequest({ command, options }: Invocation): LogsOptions {
  const since = options.since === undefined ? undefined : parseTime(options.since, new Date());
  if (since === undefined && options.since !== undefined)
    throw wrongUsage(
      "--since must be a duration such as 30s, 10m, 2h or 7d, or a time such as 2024-05-01T10:00:00Z.",
      command.name,
    );
  const limit = count(options.limit, "--limit", command.name);
  return {
    ...(since && { since }),
    ...(options.follow && { follow: true }),
    ...(limit !== undefined && { limit }),
  };
}

async function listen(
  { words, face }: Invocation,
  stack: Stack,
  resources: readonly string[] | undefined,
  asked: LogsOptions,
): Promise<void> {
  const { logLineText } = await import("../../render/observe/index.js");
  let sources: readonly ObservedResource[] = [];
  const onOpen = (open: readonly ObservedResource[]) => {
    sources = open;
    if (open.length === 0) face.say(noneOffers("logs", words));
  };
  const lines = stack.logs(resources, { ...asked, onOpen });
  let places: ReadonlyMap<string, number> | undefined;
  let width = 0;
  for await (const line of lines) {
    places ??= new Map(sources.map(({ urn }, index) => [urn, index]));
    width ||= sources.reduce((widest, { name }) => Math.max(widest, displayWidth(name)), 1);
    const of = { name: line.name, width: Math.min(width, 40), index: places.get(line.urn)! };
    face.item("lines", lineData(line), (look) =>
      logLineText({ ...line, ...(sources.length > 1 && { of }) }, look),
    );
  }
}

/** Returns a signal that aborts when standard output is closed, for example by `head`. */
function readerLeft(): AbortSignal {
  const left = new AbortController();
  process.stdout.once("error", () => left.abort());
  return left.signal;
}

function lineData({ time, urn, name, stream, message }: ResourceLogLine): Json {
  return {
    time: Number.isNaN(time.getTime()) ? null : time.toISOString(),
    urn,
    name,
    ...(stream !== undefined && { stream }),
    message,
  };
}

/** Returns the counters as JSON: unformatted numbers, with their units. */
function statsData({ resources, providers, lastRun }: StackStats): Json {
  return {
    resources: resources.map((each) => ({ ...each })),
    providers: providers.map((each) => ({ ...each })),
    ...(lastRun !== undefined && { lastRun: { ...lastRun } }),
  } as unknown as Json;
}

function noneOffers(what: string, words: readonly string[]): string {
  return words.length === 0
    ? `No resource in this stack provides ${what}.\n`
    : `None of these resources provides ${what}.\n`;
}
