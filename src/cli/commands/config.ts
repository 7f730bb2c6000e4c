import { DiagnosticError, type Json } from "../../model/index.js";
import type { ConfigEntry, StackConfig } from "../../operations/index.js";
import type { ConfigType } from "../../project/index.js";
import { printable } from "../../std/printable.js";
import type { Command, Invocation } from "../command.js";
import { problem } from "../diagnostics.js";
import { optionTable, stackOptions } from "../options.js";
import { selectedStack } from "../selected-stack.js";
import { quotedWord, wrongUsage } from "../usage-problem.js";

const get: Command = {
  name: "config get",
  takes: ["<key>"],
  says: "Print a configuration value of the stack",
  examples: ["config get title", "config get password --reveal"],
  options: [...stackOptions, "reveal"],
  run: async (invocation) =>
    onConfig(invocation, async (config) => {
      const [key] = invocation.words as [string];
      const entry = await config.get(key, { reveal: invocation.options.reveal ?? false });
      if (entry === undefined) throw new DiagnosticError(noSuchSetting(key, config.file));
      invocation.face.show(
        "setting",
        entryData(entry),
        ({ exact = String }) =>
          `${typeof entry.value === "string" ? exact(entry.value) : shownValue(entry)}\n`,
      );
    }),
};

const set: Command = {
  name: "config set",
  takes: ["<key>", "[value]"],
  says: "Set a configuration value; without <value>, prompt for it or read it from standard input",
  examples: [
    "config set title 'A small site'",
    "config set password --secret",
    "config set size 3 --type number",
  ],
  options: [...stackOptions, "secret", "plain", "type"],
  run: async (invocation) => {
    const { command, words, options, face } = invocation;
    const [key, given] = words as [string, string?];
    if (options.secret && options.plain)
      throw wrongUsage("Give --secret or --plain, not both.", command.name);
    const type = typeOf(options.type, command.name);
    const text = given ?? (face.canAsk ? await face.askSecret(`${key}: `) : await standardInput());
    const { configValueOf } = await import("../../project/index.js");
    const { exitCodes } = await import("../../runner/index.js");
    if (text === undefined) return exitCodes.interrupted;
    if (text === "")
      throw wrongUsage("The value is missing: give it as an argument or on standard input.", command.name);
    const value: Json = configValueOf(key, text, type);
    const isSecret = options.secret ? true : options.plain ? false : undefined;
    return onConfig(invocation, async (config) => {
      const entry = await config.set(key, value, isSecret === undefined ? {} : { secret: isSecret });
      face.show(
        "setting",
        { key: entry.key, secret: entry.secret, file: config.file },
        () => `Set ${entry.key} in ${face.look.place(config.file)}${entry.secret ? " (encrypted)" : ""}.\n`,
      );
    });
  },
};

const remove: Command = {
  name: "config rm",
  takes: ["<key>"],
  says: "Remove a configuration value of the stack",
  examples: ["config rm title"],
  options: stackOptions,
  run: async (invocation) =>
    onConfig(invocation, async (config) => {
      const [key] = invocation.words as [string];
      if (!(await config.remove(key))) throw new DiagnosticError(noSuchSetting(key, config.file));
      invocation.face.show("removed", key, () => `Removed ${key}.\n`);
    }),
};

const list: Command = {
  name: "config ls",
  takes: [],
  says: "List the configuration values of the stack",
  examples: ["config ls", "config ls --reveal -s staging"],
  options: [...stackOptions, "reveal"],
  run: async (invocation) =>
    onConfig(invocation, async (config) => {
      const entries: ConfigEntry[] = [];
      for (const entry of await config.list()) {
        const isRevealed = entry.secret && invocation.options.reveal;
        entries.push((isRevealed ? await config.get(entry.key, { reveal: true }) : undefined) ?? entry);
      }
      invocation.face.show("settings", entries.map(entryData), () =>
        entries.length === 0
          ? "No configuration values.\n"
          : entries.map((entry) => `${printable(entry.key)}: ${shownValue(entry)}\n`).join(""),
      );
    }),
};

export const config: readonly Command[] = [get, set, remove, list];

async function onConfig({ options }: Invocation, work: (config: StackConfig) => Promise<void>): Promise<0> {
  const { configOf } = await import("../../operations/index.js");
  const { exitCodes } = await import("../../runner/index.js");
  await work(configOf(selectedStack(options)));
  return exitCodes.ok;
}

function entryData({ key, value, secret }: ConfigEntry): Json {
  return { key, secret, value: value ?? "[secret]" };
}

function shownValue({ value }: ConfigEntry): string {
  return value === undefined ? "[secret]" : printable(JSON.stringify(value));
}

function typeOf(text: string | undefined, command: string): ConfigType {
  const found = optionTable.type.values.find((each) => each === (text ?? "text"));
  if (found === undefined) throw wrongUsage("--type must be text, number, boolean or json.", command);
  return found;
}

/** Reads standard input, without the final line break. */
async function standardInput(): Promise<string> {
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) text += String(part);
  return text.replace(/\r?\n$/, "");
}

function noSuchSetting(key: string, file: string) {
  return problem("cli/no-such-config-key", {
    detail: `${quotedWord(key)} is not set in ${file}.`,
    hint: "List the configuration values:\n    coco config ls",
  });
}
