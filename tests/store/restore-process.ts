/** A process that restores a stack from a file, and is killed at the moment that it is told. */
import { readFileSync, writeSync } from "node:fs";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import type { RawCopy } from "../../src/store/internal.js";

const [folder = "", file = "", killAt = "0"] = process.argv.slice(2);
let moments = 0;
const moment = () => {
  if (++moments === Number(killAt)) process.kill(process.pid, "SIGKILL");
};
const open = (path: string) => {
  const database = openDatabase(path);
  const around =
    <Words extends readonly unknown[], Result>(act: (...words: Words) => Result) =>
    (...words: Words): Result => {
      moment();
      const result = act(...words);
      moment();
      return result;
    };
  return { ...database, execute: around(database.execute), close: around(database.close) };
};
const copy = JSON.parse(readFileSync(file, "utf8")) as RawCopy;
const isMade = await sqliteStore(folder, { open, isShared: true }).restore(copy);
writeSync(1, `${isMade} ${moments}\n`);
