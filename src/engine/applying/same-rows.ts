import { identicalValues, type ObjectRow, type ResourceRow, type Value } from "../../model/index.js";

export interface Rows {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
}

/** Whether rows say what is recorded already. Where in the program a resource stands is no part of it. */
export function sameRows(a: Rows, b: Rows): boolean {
  return identicalValues(content(a), content(b));
}

function content({ row, object }: Rows): Value {
  const { position: _position, origin, ...resource } = row;
  const { edges, createdAt: _created, modifiedAt: _modified, ...rest } = object;
  return {
    resource,
    origin: origin.map(({ waitsFor, key }) => ({ waitsFor, key })),
    object: rest,
    edges: edges.map(({ kind, to, field = "" }) => `${kind} ${field} ${to}`).sort(),
  } as unknown as Value;
}
