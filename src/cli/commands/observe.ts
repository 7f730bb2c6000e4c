import type { Command } from "../command.js";
import { momentOf } from "../moment.js";
import { onProgram, shown } from "../on-program.js";
import { placeOptions } from "../options.js";
import { wrongUsage } from "../usage-problem.js";

export const logs: Command = {
  name: "logs",
  takes: ["<resource>"],
  says: "print what a resource logs",
  examples: ["logs server", "logs server --follow --since 10m"],
  options: [...placeOptions, "since", "follow"],
  run: async (invocation) => {
    const { command, words, options, face } = invocation;
    const since = options.since === undefined ? undefined : momentOf(options.since, new Date());
    if (since === undefined && options.since !== undefined)
      throw wrongUsage(
        "--since takes 30s, 10m, 2h, 7d, or a time such as 2024-05-01T10:00:00Z.",
        command.name,
      );
    const asked = { ...(since && { since }), ...(options.follow && { follow: true }) };
    return onProgram(invocation, async (stack, { signal }) => {
      for await (const { time, stream, message } of stack.logs(words[0]!, { ...asked, signal })) {
        const data = { time: time.toISOString(), ...(stream !== undefined && { stream }), message };
        face.item(
          "lines",
          data,
          () => `${data.time} ${stream === undefined ? "" : `[${stream}] `}${message}\n`,
        );
      }
      return shown;
    });
  },
};

export const stats: Command = {
  name: "stats",
  takes: ["<resource>"],
  says: "print the performance counters of a resource",
  examples: ["stats server"],
  options: placeOptions,
  run: async (invocation) =>
    onProgram(invocation, async (stack) => {
      const counters = await stack.stats(invocation.words[0]!);
      const data = Object.fromEntries(
        Object.entries(counters).map(([name, counter]) => [
          name,
          typeof counter === "number" ? counter : { value: counter.value, unit: counter.unit },
        ]),
      );
      invocation.face.show("stats", data, () =>
        Object.entries(counters)
          .map(
            ([name, counter]) =>
              `${name}: ${typeof counter === "number" ? counter : `${counter.value} ${counter.unit}`}\n`,
          )
          .join(""),
      );
      return shown;
    }),
};
