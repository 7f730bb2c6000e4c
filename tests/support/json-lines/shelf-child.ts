/** The program of the package `shelf`: answers by lines of JSON, and goes wrong where a file of its first argument says so. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import type { Fault } from "./fault.js";
import { servePackage, type Meddle } from "./serve-package.js";
import { shelf } from "./shelf.js";

const [, , faultFile] = process.argv;

const meddle: Meddle = async (method, when, answer) => {
  if (faultFile === undefined || !existsSync(faultFile)) return answer;
  const fault = JSON.parse(readFileSync(faultFile, "utf8")) as Fault;
  if (fault.method !== method || fault.when !== when) return answer;
  rmSync(faultFile);
  process.stderr.write(`pid ${process.pid}: ${fault.does} ${when} ${method}\n`);
  if (fault.does === "hang") return new Promise<never>(() => {});
  if (fault.does === "crash") process.exit(9);
  if (fault.does === "shape") return { kind: "ok" };
  process.stdout.write("Reached the place where I print things\n");
  return answer;
};

process.stderr.write(`shelf is ready\n`);
servePackage(shelf as never, meddle);
