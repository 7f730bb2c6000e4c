/** One kind of type and its three shapes, see `shape-table.ts`. */
export interface ShapeRow {
  readonly name: string;
  /** In the notation of `parseType`. */
  readonly data: Shapes;
  /** As type expressions over what `shapeTableImports` names. */
  readonly typescript: Shapes;
}

export interface Shapes {
  readonly type: string;
  readonly input: string;
  readonly output: string;
  readonly plain: string;
}

type Four = readonly [type: string, input: string, output: string, plain: string];

export function row(name: string, texts: { readonly data: Four; readonly typescript: Four }): ShapeRow {
  const shapes = ([type, input, output, plain]: Four): Shapes => ({ type, input, output, plain });
  return { name, data: shapes(texts.data), typescript: shapes(texts.typescript) };
}
