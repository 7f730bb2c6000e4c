import type { Played } from "./play.js";
import { printProgram } from "./story/print-program.js";
import type { Act, Story } from "./story/story.js";

/** What came of a story, with everything that one needs to understand it. */
export async function report(story: Story, { world, sketches, violation }: Played): Promise<string> {
  const journal = await (await world.audit()).store.journal();
  return [
    violation === undefined ? `Seed ${story.seed} holds.` : `Seed ${story.seed} fails: ${violation.message}`,
    `Replay: npm run simulate -- --seed ${story.seed}`,
    ...(story.lagMs > 0 ? [`The cloud answers as before for ${story.lagMs} ms.`] : []),
    ...(story.isEmbedded ? ["All commands are in one process, as long as it lives."] : []),
    "",
    ...acts(story.acts, sketches),
    "",
    "What was waited for, and what went wrong:",
    ...world.trace,
    "",
    "Journal:",
    ...journal.map(({ sequence, epoch, event }) => `${sequence} epoch ${epoch} ${JSON.stringify(event)}`),
    "",
    "Cloud:",
    ...world.cloud.effects.map(
      ({ order, action, kind, name, id, result }) =>
        `${order} ${action} ${kind} ${name} ${id ?? ""} ${result}`,
    ),
    "",
    violation?.stack ?? "",
  ].join("\n");
}

function acts(all: readonly Act[], sketches: Played["sketches"]): readonly string[] {
  let shown = "";
  return [...all, undefined].flatMap((act, index) => {
    const sketch = sketches[index];
    const program = sketch === undefined ? shown : printProgram(sketch);
    const lines = program === shown ? [] : ["The program:", program];
    shown = program;
    return [
      ...lines,
      act === undefined ? "Then nothing goes wrong any more." : `Then: ${JSON.stringify(act)}`,
    ];
  });
}
