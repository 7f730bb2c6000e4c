/** An object under construction. It is passed on as `Whole`, whose properties are read-only. */
export type Mutable<Whole> = { -readonly [Property in keyof Whole]: Whole[Property] };
