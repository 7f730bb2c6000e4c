// Loaded before `coco` and every Node that it starts: writes down what is started, with its arguments and environment,
// for as short as that may live. Where to is said behind its own address: not all of the environment is passed on.
import childProcess from "node:child_process";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) {
  note(options);
  return spawn.call(this, options);
};

for (const name of ["spawnSync", "execFileSync"]) {
  const original = childProcess[name];
  childProcess[name] = (file, ...rest) => {
    const [words, given] = Array.isArray(rest[0]) ? rest : [[], rest[0]];
    note({ file, args: [file, ...words], envPairs: pairs(given?.env ?? process.env) });
    return original(file, ...rest);
  };
}
syncBuiltinESMExports();

function pairs(environment) {
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`);
}

function note({ file, args = [], envPairs = [] }) {
  const line = JSON.stringify({ file, arguments: args, environment: envPairs });
  appendFileSync(new URL(import.meta.url).searchParams.get("to"), `${line}\n`);
}
