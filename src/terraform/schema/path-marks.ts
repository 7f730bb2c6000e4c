import type { CtyPath } from "../cty/index.js";
import { MarkCollector, type MarkKey, type Marks } from "./marks.js";

/** Returns the marks of a value whose parts at these places are secret. Elements of sets have no address: the whole set is secret. */
export function secretAt(paths: readonly CtyPath[]): Marks {
  const collector = new MarkCollector();
  for (const path of paths) {
    const keys: MarkKey[] = [];
    for (const step of path) {
      if ("element" in step) break;
      keys.push("attribute" in step ? step.attribute : "key" in step ? step.key : Number(step.index));
    }
    collector.add(keys, "secret");
  }
  return collector.marks;
}
