import { describe, expect, it } from "vitest";
import { block, blocks, objectOf, optional } from "../../../tests/terraform/support/schemas.js";
import {
  checkConforms,
  ctyUnknown,
  Dynamic,
  dynamicType,
  stringType,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { blocksOf, emptyBlock, isDynamicBlock, plainBlocks, unknownBlock } from "./block-values.js";

const inner = { name: optional() };
const flexible = { value: optional(dynamicType) };
const schema = block({
  id: optional(),
  single: blocks("single", inner),
  group: blocks("group", inner),
  list: blocks("list", inner),
  set: blocks("set", inner),
  map: blocks("map", inner),
  tuple: blocks("list", flexible),
  object: blocks("map", flexible),
});
const emptyTuple = new Dynamic({ kind: "tuple", elements: [] }, []);
const emptyObject = new Dynamic({ kind: "object", attributes: new Map() }, new Map());

describe("values of blocks", () => {
  it("an empty block has no blocks in it", () => {
    const empty = emptyBlock(schema);
    expect(checkConforms(schema.type, empty)).toBeUndefined();
    expect(empty).toEqual(
      objectOf({
        id: null,
        single: null,
        group: objectOf({ name: null }),
        list: [],
        set: [],
        map: objectOf({}),
        tuple: emptyTuple,
        object: emptyObject,
      }),
    );
  });

  it("an unknown block has one unknown block wherever there may be some", () => {
    const unknown = unknownBlock(schema);
    const name = objectOf({ name: ctyUnknown });
    const type = block(flexible).type;
    expect(checkConforms(schema.type, unknown)).toBeUndefined();
    expect(unknown).toEqual(
      objectOf({
        id: ctyUnknown,
        single: name,
        group: name,
        list: [name],
        set: [name],
        map: objectOf({}),
        tuple: new Dynamic({ kind: "tuple", elements: [type] }, [objectOf({ value: ctyUnknown })]),
        object: emptyObject,
      }),
    );
  });

  it("blocks with dynamic attributes are read with the type of the block", () => {
    const tuple = schema.blocks.get("tuple")!;
    const object = schema.blocks.get("object")!;
    const concrete: CtyType = { kind: "object", attributes: new Map([["value", stringType]]) };
    const plain: CtyValue = objectOf({ value: new Dynamic(stringType, "x") });
    const value = objectOf({ value: "x" });
    expect(plainBlocks(tuple, new Dynamic({ kind: "tuple", elements: [concrete] }, [value]))).toEqual([
      plain,
    ]);
    expect(
      plainBlocks(
        object,
        new Dynamic({ kind: "object", attributes: new Map([["k", concrete]]) }, objectOf({ k: value })),
      ),
    ).toEqual(objectOf({ k: plain }));
    for (const [nested, blocks] of [
      [tuple, [plain]],
      [object, objectOf({ k: plain })],
      [tuple, ctyUnknown],
      [tuple, null],
    ] as const)
      expect(plainBlocks(nested, blocksOf(nested, blocks))).toEqual(blocks);
  });

  it("dynamic attributes are found at any depth", () => {
    expect(isDynamicBlock(block(inner))).toBe(false);
    expect(isDynamicBlock(block({ deep: blocks("single", { deeper: blocks("single", flexible) }) }))).toBe(
      true,
    );
  });
});
