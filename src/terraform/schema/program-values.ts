import type { ValueObject } from "../../model/index.js";
import type { CtyObject } from "../cty/index.js";
import { noMarks, type Marks } from "./marks.js";
import { placeOf } from "./place.js";
import { presentObject } from "./present-values.js";
import type { Block } from "./schema.js";

/**
 * Returns a state, a planned state or a result as programs see it: under camelCase names, with every attribute that is not
 * write-only. Sensitive attributes and marked parts are secret. Numbers that JavaScript cannot hold exactly are decimal texts.
 */
export function programValues(block: Block, value: CtyObject, marks: Marks = noMarks): ValueObject {
  return presentObject("outputs", placeOf(block), value, marks);
}
