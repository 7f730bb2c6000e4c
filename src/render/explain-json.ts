import type { Because, Explanation, Json, OutputExplanation } from "../model/index.js";
import { sidesJson } from "./plan/index.js";

/** The version of the document below. It is increased when a field changes its meaning. */
const version = 1;

/** Returns an explanation as one JSON document with the same information as its text. Secrets are masked. */
export function explainJson(explanations: readonly Explanation[], output?: OutputExplanation): Json {
  return {
    version,
    ...(output !== undefined && { output: outputJson(output) }),
    explanations: explanations.map(({ because, position, ...about }) => ({
      ...about,
      ...(position !== undefined && { position: { ...position } }),
      because: because.map(becauseJson),
    })),
  };
}

function outputJson({ before, after, from, ...about }: OutputExplanation): Json {
  const sides = sidesJson({ before, after });
  return { ...about, ...sides, from: from.map((source) => ({ ...source })) } as unknown as Json;
}

function becauseJson(because: Because): Json {
  if (because.kind !== "field" && because.kind !== "drift") return { ...because } as unknown as Json;
  const { before, after, ...about } = because;
  const sides = sidesJson({ ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
  return { ...about, ...sides } as unknown as Json;
}
