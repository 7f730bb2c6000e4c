import type { Value, ValueObject } from "../../model/index.js";
import type { CtyObject, CtyType, CtyValue } from "../cty/index.js";
import { noMarks, type Marks } from "./marks.js";
import { placeOf, placeOfType } from "./place.js";
import { presentObject, presentValue } from "./present-values.js";
import type { Block } from "./schema.js";

/**
 * Returns a state, a planned state or a result as programs see it: under camelCase names, with every attribute that is not
 * write-only. Sensitive attributes and marked parts are secret. Numbers that JavaScript cannot hold exactly are decimal texts.
 */
export function programValues(block: Block, value: CtyObject, marks: Marks = noMarks): ValueObject {
  return presentObject("outputs", placeOf(block), value, marks);
}

/** Returns a value of a plain type, such as the result of a function, as programs see it. */
export function programValueOf(type: CtyType, value: CtyValue, marks: Marks = noMarks): Value {
  return presentValue("outputs", placeOfType(type), value, marks);
}
