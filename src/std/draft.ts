/** Something that is being put together, and is not changed any more once it is whole. */
export type Draft<Whole> = { -readonly [Property in keyof Whole]: Whole[Property] };
