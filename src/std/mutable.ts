/** An object while it is being built; it is handed on as `Whole`, whose properties are read-only. */
export type Mutable<Whole> = { -readonly [Property in keyof Whole]: Whole[Property] };
