/** The deepest nesting of a type or a value that is read or written. Schemas of real providers stay below 50. */
export const depthLimit = 256;
