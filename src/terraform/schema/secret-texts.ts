import { secretTextsIn } from "../../model/index.js";
import type { CtyObject } from "../cty/index.js";
import { noMarks, type Marks } from "./marks.js";
import { placeOf } from "./place.js";
import { presentObject } from "./present-values.js";
import type { Block } from "./schema.js";

/** Returns the texts in a value that no output may show: those of marked parts, and of sensitive and write-only attributes. */
export function secretTextsOf(block: Block, value: CtyObject, marks: Marks = noMarks): ReadonlySet<string> {
  return secretTextsIn([presentObject("everything", placeOf(block), value, marks)]);
}
