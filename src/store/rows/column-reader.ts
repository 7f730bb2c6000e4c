import { isPlainJson } from "../../model/index.js";
import type { Json, Value } from "../../model/index.js";
import type { Place, Sealer } from "../seal/index.js";
import { JSON } from "../../std/plain-json.js";

/** How the columns are read that hold JSON; nothing is never asked about. */
export interface ColumnReader {
  json(column: Json): Json;
  /** The same for what many rows say alike, such as the package that manages them. */
  alike(column: Json): Json;
  /** A text that many rows have alike. */
  word(column: Json): string;
  /** Opens what is sealed in it. */
  value(column: Json, place: Place): Value;
}

/** Of rows, where JSON is text. What they say alike becomes one object that they share. */
export class TextColumns implements ColumnReader {
  readonly #sealer: Sealer;
  readonly #alike = new Map<Json, Json>();
  readonly #words = new Map<string, string>();

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  json(column: Json): Json {
    return JSON.parse(column as string) as Json;
  }

  alike(column: Json): Json {
    const known = this.#alike.get(column);
    if (known !== undefined) return known;
    const json = this.json(column);
    this.#alike.set(column, json);
    return json;
  }

  word(column: Json): string {
    const known = this.#words.get(column as string);
    if (known !== undefined) return known;
    this.#words.set(column as string, column as string);
    return column as string;
  }

  value(column: Json, place: Place): Value {
    if (column === "{}") return nothing;
    const json = this.json(column);
    return isPlainJson(column as string) ? json : this.#sealer.open(json, place);
  }
}

const nothing: Value = Object.freeze({});

/** Of the rows in a record, where JSON is part of the body. */
export function bodyColumns(sealer: Sealer): ColumnReader {
  const asItIs = (column: Json) => column;
  return {
    json: asItIs,
    alike: asItIs,
    word: (column) => column as string,
    value: (column, place) => sealer.open(column, place),
  };
}
