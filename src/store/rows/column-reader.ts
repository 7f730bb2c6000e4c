import { isPlainJson } from "../../model/index.js";
import type { Json, Value } from "../../model/index.js";
import type { Place, Sealer } from "../seal/index.js";
import { JSON } from "../../std/plain-json.js";

/** Reads the columns that contain JSON. Never called for null. */
export interface ColumnReader {
  json(column: Json): Json;
  /** Reads a column whose content many rows share, such as the package that manages them. */
  alike(column: Json): Json;
  /** Reads a text that many rows share. */
  word(column: Json): string;
  /** Reads a value and decrypts its secrets. */
  value(column: Json, place: Place): Value;
}

/** Reads columns of rows, where JSON is stored as text. Equal contents become one shared object. */
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

/** Reads columns of the rows in a record, where JSON is part of the body. */
export function bodyColumns(sealer: Sealer): ColumnReader {
  const asItIs = (column: Json) => column;
  return {
    json: asItIs,
    alike: asItIs,
    word: (column) => column as string,
    value: (column, place) => sealer.open(column, place),
  };
}
