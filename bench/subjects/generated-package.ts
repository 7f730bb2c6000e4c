/**
 * Imports a generated package from the given path, after its SDK was loaded. With `new`, then constructs two resources
 * of each class.
 */
import { pathToFileURL } from "node:url";
import { heapBytes, printResult } from "./report.js";

const [generated = "", testing = "", task = ""] = process.argv.slice(2);
const { testProgram } = (await import(
  pathToFileURL(testing).href
)) as typeof import("../../src/testing/index.js");

const before = heapBytes();
const start = performance.now();
const exported = (await import(pathToFileURL(generated).href)) as object;
const importing = performance.now() - start;
const bytes = heapBytes() - before;

const classes = Object.values(exported) as (new (name: string, args: object) => object)[];
const made: object[] = [];
const construct = (round: string) => {
  const begin = performance.now();
  for (const [index, Resource] of classes.entries()) {
    made.push(new Resource(`${round}-${index}`, { size: index }));
  }
  return performance.now() - begin;
};
const times: number[] = [];
if (task === "new") await testProgram(() => void times.push(construct("first"), construct("second")));
const [first = 0, second = 0] = times;
printResult({ importing, bytes, first, second, made: made.length });
