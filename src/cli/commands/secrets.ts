import { resolve } from "node:path";
import { counted } from "../../std/counted.js";
import type { NewWrapping, StackKeys } from "../../operations/index.js";
import type { Command, Invocation } from "../command.js";
import { lockWait } from "../request.js";
import { stackOptions } from "../options.js";
import { selectedStack } from "../selected-stack.js";
import { wrongUsage } from "../usage-problem.js";

const rotate: Command = {
  name: "secrets rotate",
  takes: [],
  says: "Create a new encryption key and re-encrypt the stack with it",
  examples: ["secrets rotate", "secrets rotate -s staging"],
  options: [...stackOptions, "wait"],
  run: async (invocation) =>
    onKeys(invocation, async (keys) => {
      const { key, rows, resumed } = await keys.rotate();
      const begun = resumed ? " (continued an interrupted rotation)" : "";
      invocation.face.show(
        "rotation",
        { key, rows, resumed },
        () =>
          `The stack is now encrypted with the key ${key}${begun}. Re-encrypted ${counted(rows, "row")}.\n`,
      );
    }),
};

const rewrap: Command = {
  name: "secrets rewrap",
  takes: [],
  says: "Protect the encryption key of the stack with another key file or passphrase",
  examples: ["secrets rewrap --by passphrase", "secrets rewrap --by key-file --key-file ~/team.key"],
  options: [...stackOptions, "by", "key-file", "wait"],
  run: async (invocation) => {
    const wrapping = newWrapping(invocation);
    return onKeys(invocation, async (keys) => {
      const { by } = await keys.rewrap(wrapping);
      const named =
        "keyFile" in wrapping
          ? ` Set it in the environment:\n    COCONUT_KEY_FILE=${wrapping.keyFile}\n`
          : "\n";
      invocation.face.show("wrapping", { by }, () =>
        by === "passphrase"
          ? "The passphrase now unlocks the stack.\n"
          : `The key file now unlocks the stack.${named}`,
      );
    });
  },
};

export const secrets: readonly Command[] = [rotate, rewrap];

/** Reads the passphrase from the environment only: command lines are visible to other users and kept in history. */
function newWrapping({ command, options }: Invocation): NewWrapping {
  const { by } = options;
  const file = options["key-file"];
  if (by === "key-file") return file === undefined ? {} : { keyFile: resolve(file) };
  if (by !== "passphrase") throw wrongUsage("--by must be key-file or passphrase.", command.name);
  if (file !== undefined)
    throw wrongUsage("--key-file cannot be combined with --by passphrase.", command.name);
  const passphrase = process.env["COCONUT_NEW_PASSPHRASE"] ?? process.env["COCONUT_PASSPHRASE"];
  if (passphrase !== undefined) return { passphrase };
  throw wrongUsage(
    "No new passphrase is set. Set it in COCONUT_NEW_PASSPHRASE. If the stack already uses a passphrase, keep that one in COCONUT_PASSPHRASE.",
    command.name,
  );
}

async function onKeys(invocation: Invocation, work: (keys: StackKeys) => Promise<void>): Promise<0> {
  const { exitCodes } = await import("../../runner/index.js");
  const { keysOf } = await import("../../operations/index.js");
  await work(keysOf({ ...selectedStack(invocation.options), ...lockWait(invocation) }));
  return exitCodes.ok;
}
