import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { Given, Text } from "./corpus-entry.js";
import type { Sandbox } from "./sandbox.js";
import { sealAnew } from "../store/seal-anew.js";

/** What steps found and entries refer to, by its name. */
export type TakenTexts = Map<string, string>;

/** Does to a project what an entry says, in order. */
export async function prepare(
  sandbox: Sandbox,
  steps: readonly Given[],
  environment: Readonly<Record<string, string>> = {},
): Promise<TakenTexts> {
  const taken: TakenTexts = new Map();
  for (const step of steps) await perform(sandbox, step, taken, environment);
  return taken;
}

export function textOf(text: Text, taken: TakenTexts): string {
  if (typeof text === "string") return text;
  const pieces = text.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("repeat" in piece) return piece.repeat.repeat(piece.times);
    const found = taken.get(piece.taken);
    if (found === undefined) throw new Error(`No step has taken ${piece.taken}.`);
    return found;
  });
  return pieces.join("");
}

async function perform(
  sandbox: Sandbox,
  step: Given,
  taken: TakenTexts,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const at = (name: string) => sandbox.path(name);
  if ("write" in step) write(at(step.write), step, taken);
  else if ("folder" in step) mkdirSync(at(step.folder), { recursive: true });
  else if ("pipe" in step) execFileSync("mkfifo", [at(step.pipe)]);
  else if ("link" in step) symlinkSync(step.to.startsWith("~/") ? at(step.to) : step.to, at(step.link));
  else if ("copy" in step) cpSync(at(step.copy), at(step.to), { recursive: true });
  else if ("remove" in step) rmSync(at(step.remove), { recursive: true, force: true });
  else if ("cut" in step) truncateSync(at(step.cut), statSync(at(step.cut)).size - step.bytes);
  else if ("flip" in step) flip(at(step.flip), step.at);
  else if ("splice" in step) {
    const [start, rest] = [at(step.of), at(step.before)].map((file) =>
      splitBehind(readFileSync(file), step.lines),
    );
    writeFileSync(at(step.splice), Buffer.concat([start![0], rest![1]]));
  } else if ("mode" in step) chmodSync(at(step.mode), Number.parseInt(step.rights, 8));
  else if ("give" in step) chownSync(at(step.give), step.user, step.user);
  else if ("take" in step) taken.set(step.take, found(readFileSync(at(step.from), "utf8"), step));
  else if ("replace" in step) replace(at(step.replace), step, taken);
  else if ("sql" in step) await alter(sandbox, step, taken);
  else await succeed(sandbox, step, taken, environment);
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
  writeFileSync(path, bytes);
}

function splitBehind(bytes: Buffer, lines: number): readonly [Buffer, Buffer] {
  let end = 0;
  for (let line = 0; line < lines; line++) end = bytes.indexOf("\n", end) + 1;
  return [bytes.subarray(0, end), bytes.subarray(end)];
}

function write(path: string, step: Extract<Given, { write: string }>, taken: TakenTexts): void {
  mkdirSync(dirname(path), { recursive: true });
  if ("text" in step) return writeFileSync(path, textOf(step.text, taken));
  if ("base64" in step) return writeFileSync(path, Buffer.from(step.base64, "base64"));
  writeFileSync(path, "");
  truncateSync(path, step.zeros);
}

function found(text: string, { from, pattern }: Extract<Given, { take: string }>): string {
  const match = new RegExp(pattern, "u").exec(text);
  if (match === null) throw new Error(`There is no ${pattern} in ${from}.`);
  return match[1] ?? match[0];
}

function replace(path: string, step: Extract<Given, { replace: string }>, taken: TakenTexts): void {
  const before = readFileSync(path, "utf8");
  const after = before.replaceAll(new RegExp(step.pattern, "gu"), () => textOf(step.by, taken));
  if (after === before) throw new Error(`${step.pattern} changes nothing in ${step.replace}.`);
  writeFileSync(path, after);
}

async function alter(
  sandbox: Sandbox,
  {
    sql,
    values = [],
    file = ".coconut/dev.db",
    sealAnew: isSealed,
    journal,
  }: Extract<Given, { sql: string }>,
  taken: TakenTexts,
): Promise<void> {
  const path = sandbox.path(file);
  const database = openDatabase(path);
  try {
    const parameters = values.map((value) => textOf(value, taken));
    if (parameters.length > 0) database.run(sql, parameters);
    else database.execute(sql);
    if (journal !== undefined) cpSync(`${path}-wal`, sandbox.path(journal));
    database.all("pragma wal_checkpoint(truncate)");
  } finally {
    database.close();
  }
  if (isSealed) await sealAnew(path, sandbox.keys);
}

async function succeed(
  sandbox: Sandbox,
  { run }: Extract<Given, { run: readonly Text[] }>,
  taken: TakenTexts,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const words = run.map((word) => textOf(word, taken));
  const { status, output, errors } = await sandbox.coco(words, { environment });
  if (status !== 0) throw new Error(`coco ${words.join(" ")} ended with ${status}: ${output}${errors}`);
}
