import type { Command } from "../command.js";
import { momentOf } from "../moment.js";
import { onProgram, shown } from "../on-program.js";
import { placeOptions } from "../options.js";
import { say } from "../print.js";
import { wrongUsage } from "../usage-problem.js";

export const logs: Command = {
  name: "logs",
  takes: ["<resource>"],
  says: "print what a resource logs",
  options: [...placeOptions, "since", "follow"],
  run: async ({ command, words, options }) => {
    const since = options.since === undefined ? undefined : momentOf(options.since, new Date());
    if (since === undefined && options.since !== undefined)
      throw wrongUsage(
        "--since takes 30s, 10m, 2h, 7d, or a time such as 2024-05-01T10:00:00Z.",
        command.name,
      );
    const asked = { ...(since && { since }), ...(options.follow && { follow: true }) };
    return onProgram(options, async (stack, { signal }) => {
      for await (const { time, stream, message } of stack.logs(words[0]!, { ...asked, signal }))
        say(`${time.toISOString()} ${stream === undefined ? "" : `[${stream}] `}${message}\n`);
      return shown;
    });
  },
};

export const stats: Command = {
  name: "stats",
  takes: ["<resource>"],
  says: "print the performance counters of a resource",
  options: placeOptions,
  run: async ({ words, options }) =>
    onProgram(options, async (stack) => {
      for (const [name, counter] of Object.entries(await stack.stats(words[0]!)))
        say(`${name}: ${typeof counter === "number" ? counter : `${counter.value} ${counter.unit}`}\n`);
      return shown;
    }),
};
