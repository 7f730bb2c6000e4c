import { without, type Drawn } from "./story/sketch.js";
import type { Act, Story } from "./story/story.js";

/** The smallest story to be found that still fails, by leaving out what it does not need. */
export async function shrink(
  story: Story,
  fails: (story: Story) => Promise<boolean>,
  attempts = 300,
): Promise<Story> {
  let smallest = story;
  let left = attempts;
  for (let hasShrunk = true; hasShrunk && left > 0;) {
    hasShrunk = false;
    for (const smaller of smallerThan(smallest)) {
      if (left-- <= 0) break;
      if (!(await fails(smaller))) continue;
      smallest = smaller;
      hasShrunk = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(story: Story): Generator<Story> {
  const { start, acts, faults } = story;
  if (story.lagMs > 0) yield { ...story, lagMs: 0 };
  if (story.isEmbedded) yield { ...story, isEmbedded: false };
  for (let act = acts.length - 1; act >= 0; act--) yield { ...story, acts: acts.toSpliced(act, 1) };
  for (const place of start.keys()) yield { ...story, start: without(start, place) };
  for (let fault = 0; fault < faults.length; fault++) yield { ...story, faults: faults.toSpliced(fault, 1) };
  for (const [index, act] of acts.entries())
    for (const smaller of smallerActs(act)) yield { ...story, acts: acts.with(index, smaller) };
  for (const [place, drawn] of start)
    for (const plainer of plainerThan(drawn))
      yield { ...story, start: new Map([...start, [place, plainer]]) };
  for (const [index, { at, kind }] of faults.entries())
    for (const earlier of [1, Math.floor(at / 2), at - 1])
      if (earlier >= 1 && earlier < at) yield { ...story, faults: faults.with(index, { at: earlier, kind }) };
}

function* smallerActs(act: Act): Generator<Act> {
  if (act.kind === "edit" && act.edits.length > 1)
    for (let edit = 0; edit < act.edits.length; edit++) yield { ...act, edits: act.edits.toSpliced(edit, 1) };
  if (act.kind === "apply" && act.by !== "itself") yield { ...act, by: "itself" };
  if (!("request" in act)) return;
  const { parallel, continueOnError, ...others } = act.request;
  if (Object.keys(others).length > 0) yield { ...act, request: { parallel, continueOnError } };
  if (parallel > 1) yield { ...act, request: { ...act.request, parallel: 1 } };
}

function* plainerThan(drawn: Drawn): Generator<Drawn> {
  for (const part of ["uses", "dependsOn", "goesWith", "within", "group"] as const)
    if (drawn[part] !== undefined) yield { ...drawn, [part]: undefined };
  if (Object.keys(drawn.options).length > 0) yield { ...drawn, options: {} };
}
