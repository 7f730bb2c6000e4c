import { resolve } from "node:path";
import type { NewWrapping, StackKeys } from "../../operations/index.js";
import type { Command, Invocation } from "../command.js";
import { lockWait } from "../request.js";
import { stackOptions } from "../options.js";
import { selectedStack } from "../selected-stack.js";
import { wrongUsage } from "../usage-problem.js";

const rotate: Command = {
  name: "secrets rotate",
  takes: [],
  says: "seal everything with a new key",
  examples: ["secrets rotate", "secrets rotate -s staging"],
  options: [...stackOptions, "wait"],
  run: async (invocation) =>
    onKeys(invocation, async (keys) => {
      const { key, rows, resumed } = await keys.rotate();
      const begun = resumed ? ", as an earlier run had begun" : "";
      invocation.face.show(
        "rotation",
        { key, rows, resumed },
        () => `Everything is sealed with the key ${key} now${begun}. ${rows} rows were sealed anew.\n`,
      );
    }),
};

const rewrap: Command = {
  name: "secrets rewrap",
  takes: [],
  says: "let something else open the stack: a key file, or a passphrase",
  examples: ["secrets rewrap --by passphrase", "secrets rewrap --by key-file --key-file ~/team.key"],
  options: [...stackOptions, "by", "key-file", "wait"],
  run: async (invocation) => {
    const wrapping = newWrapping(invocation);
    return onKeys(invocation, async (keys) => {
      const { by } = await keys.rewrap(wrapping);
      const named =
        "keyFile" in wrapping
          ? ` COCONUT_KEY_FILE names it:\n    COCONUT_KEY_FILE=${wrapping.keyFile}\n`
          : "\n";
      invocation.face.show("wrapping", { by }, () =>
        by === "passphrase"
          ? "The passphrase opens the stack now.\n"
          : `The key file opens the stack now.${named}`,
      );
    });
  },
};

export const secrets: readonly Command[] = [rotate, rewrap];

/** A passphrase comes from the environment only: command lines are seen by others, and remembered. */
function newWrapping({ command, options }: Invocation): NewWrapping {
  const { by } = options;
  const file = options["key-file"];
  if (by === "key-file") return file === undefined ? {} : { keyFile: resolve(file) };
  if (by !== "passphrase") throw wrongUsage("--by is one of passphrase and key-file.", command.name);
  if (file !== undefined) throw wrongUsage("A passphrase needs no --key-file.", command.name);
  const passphrase = process.env["COCONUT_NEW_PASSPHRASE"] ?? process.env["COCONUT_PASSPHRASE"];
  if (passphrase !== undefined) return { passphrase };
  throw wrongUsage(
    "The passphrase is not in the environment: COCONUT_PASSPHRASE is not set. If one opens the stack today, the new one is COCONUT_NEW_PASSPHRASE.",
    command.name,
  );
}

async function onKeys(invocation: Invocation, work: (keys: StackKeys) => Promise<void>): Promise<0> {
  const { exitCodes } = await import("../../runner/index.js");
  const { keysOf } = await import("../../operations/index.js");
  await work(keysOf({ ...selectedStack(invocation.options), ...lockWait(invocation) }));
  return exitCodes.ok;
}
