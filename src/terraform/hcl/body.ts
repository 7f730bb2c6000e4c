/** A file, or the content of a block. Attributes and blocks are in the order of the text. */
export interface HclBody {
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

export interface HclAttribute {
  readonly name: string;
  readonly value: HclValue;
  /** The offset of the name in the text. */
  readonly start: number;
}

export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: HclBody;
  /** The offset of the type in the text. */
  readonly start: number;
  /** The offset after the closing brace. */
  readonly end: number;
}

export type HclValue = string | number | boolean | null | readonly HclValue[] | HclObject;

export interface HclObject extends ReadonlyMap<string, HclValue> {}
