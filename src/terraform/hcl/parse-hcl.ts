import { JSON } from "../../std/plain-json.js";
import type { HclAttribute, HclBlock, HclBody, HclValue } from "./body.js";
import { hclPosition, type HclFault } from "./position.js";
import { FaultAt, Scanner } from "./scanner.js";

export type HclResult =
  | { readonly kind: "body"; readonly body: HclBody }
  | { readonly kind: "fault"; readonly fault: HclFault };

export interface HclOptions {
  /** Whether `${` and `%{` in strings are plain text, as in the configuration of the command line. Otherwise they are a fault. */
  readonly keepTemplates?: boolean;
}

/** Parses HCL with literal values. Expressions, templates and heredocs are a fault. Names of attributes may be in quotes. */
export function parseHcl(text: string, { keepTemplates = false }: HclOptions = {}): HclResult {
  try {
    const scanner = new Scanner(text, keepTemplates);
    const body = bodyOf(scanner, 0);
    if (scanner.next !== "") throw scanner.fault("this brace closes nothing");
    return { kind: "body", body };
  } catch (error) {
    if (!(error instanceof FaultAt)) throw error;
    return { kind: "fault", fault: { ...hclPosition(text, error.offset), problem: error.message } };
  }
}

/** Deeper values are refused, so that no text exhausts the stack. */
const deepest = 100;

function bodyOf(scanner: Scanner, depth: number): HclBody {
  if (depth > deepest) throw scanner.fault(`blocks and values are nested more than ${deepest} levels deep`);
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  const names = new Set<string>();
  let isFirst = true;
  for (;;) {
    const isNewLine = scanner.skip(true);
    if (scanner.next === "" || scanner.next === "}") return { attributes, blocks };
    if (!isFirst && !isNewLine) throw scanner.fault(`expected the end of the line, found ${scanner.found()}`);
    isFirst = false;
    const start = scanner.offset;
    const name = scanner.name() ?? scanner.string();
    if (name === undefined)
      throw scanner.fault(`expected the name of an attribute or a block, found ${scanner.found()}`);
    scanner.skip(false);
    if (!scanner.take("=")) {
      blocks.push(blockOf(scanner, { type: name, start, depth }));
      continue;
    }
    if (names.has(name)) throw scanner.fault(`the attribute ${JSON.stringify(name)} is set twice`, start);
    names.add(name);
    attributes.push({ name, value: valueOf(scanner, depth + 1), start });
  }
}

function blockOf(
  scanner: Scanner,
  { type, start, depth }: { readonly type: string; readonly start: number; readonly depth: number },
): HclBlock {
  const labels: string[] = [];
  for (;;) {
    scanner.skip(false);
    const opening = scanner.offset;
    if (scanner.take("{")) {
      const body = bodyOf(scanner, depth + 1);
      if (!scanner.take("}")) throw scanner.fault("the brace that begins this block has no end", opening);
      return { type, labels, body, start, end: scanner.offset };
    }
    const label = scanner.string() ?? scanner.name();
    if (label === undefined) throw scanner.fault(`expected "=" or "{", found ${scanner.found()}`);
    labels.push(label);
  }
}

function valueOf(scanner: Scanner, depth: number): HclValue {
  if (depth > deepest) throw scanner.fault(`blocks and values are nested more than ${deepest} levels deep`);
  scanner.skip(false);
  const start = scanner.offset;
  if (scanner.take("[")) return listOf(scanner, depth, start);
  if (scanner.take("{")) return objectOf(scanner, depth, start);
  if (scanner.isAtHeredoc()) throw scanner.fault("heredocs are not allowed here; write a string in quotes");
  const literal = scanner.string() ?? scanner.number();
  if (literal !== undefined) return literal;
  const found = scanner.found();
  const name = scanner.name();
  scanner.skip(false);
  const isAlone = name !== undefined && !/[.([]/.test(scanner.next || " ");
  if (isAlone && Object.hasOwn(constants, name)) return constants[name]!;
  if (name !== undefined)
    throw scanner.fault(`expected a literal value, found the expression ${found}`, start);
  throw scanner.fault(`expected a value, found ${found}`, start);
}

const constants: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

function listOf(scanner: Scanner, depth: number, start: number): HclValue {
  const elements: HclValue[] = [];
  for (;;) {
    scanner.skip(true);
    if (scanner.take("]")) return elements;
    if (scanner.next === "") throw scanner.fault("the list has no end", start);
    elements.push(valueOf(scanner, depth + 1));
    scanner.skip(true);
    if (scanner.take(",") || scanner.next === "]") continue;
    if (scanner.next === "") throw scanner.fault("the list has no end", start);
    throw scanner.fault(`expected "," or "]", found ${scanner.found()}`);
  }
}

function objectOf(scanner: Scanner, depth: number, start: number): HclValue {
  const members = new Map<string, HclValue>();
  for (;;) {
    scanner.skip(true);
    if (scanner.take("}")) return members;
    if (scanner.next === "") throw scanner.fault("the object has no end", start);
    const at = scanner.offset;
    const name = scanner.string() ?? scanner.name();
    if (name === undefined) throw scanner.fault(`expected the name of a member, found ${scanner.found()}`);
    if (members.has(name)) throw scanner.fault(`the member ${JSON.stringify(name)} is set twice`, at);
    scanner.skip(false);
    if (!scanner.take("=") && !scanner.take(":"))
      throw scanner.fault(`expected "=", found ${scanner.found()}`);
    members.set(name, valueOf(scanner, depth + 1));
    const isNewLine = scanner.skip(true);
    if (scanner.take(",") || isNewLine || scanner.next === "}" || scanner.next === "") continue;
    throw scanner.fault(`expected "," or "}", found ${scanner.found()}`);
  }
}
