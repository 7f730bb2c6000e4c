import { createHash } from "node:crypto";
import * as v from "valibot";
import { defineProvider } from "../../provider/index.js";
import { perform, printedBy, type Circumstances, type Printed, type Settings } from "./perform.js";

/** The provider of `command:index:Command`. */
export const command = defineProvider({
  package: "command",
  version: "1.0.0",
  connect: () => ({ folder: process.cwd() }),
});

const withoutNul = v.pipe(
  v.string(),
  v.check(
    (text) => !text.includes("\0"),
    "It contains a NUL character, which cannot be passed to a program.",
  ),
);
const script = v.pipe(withoutNul, v.nonEmpty("It is empty."));

/**
 * Shell scripts that create, update and delete an object.
 *
 * ```ts
 * const database = new Command("database", {
 *   create: 'createdb "$NAME" && psql -At "$NAME" -c "select oid from pg_database where datname = current_database()"',
 *   delete: 'dropdb --if-exists "$NAME"',
 *   check: 'psql -At -l | grep -q "^$NAME|"',
 *   environment: { NAME: "shop", PGPASSWORD: password.result },
 * });
 * export const oid = database.stdout;
 * ```
 *
 * A change of `create`, `environment`, `stdin`, `dir`, `interpreter` or `triggers` runs `update`. If there is no
 * `update`, the change replaces the resource: the recorded `delete` runs, then `create`. Any other change is only
 * recorded.
 *
 * Coconut resolves an interrupted create with `check`. Without `check`, the create stays uncertain until you resolve it
 * with `coco recover`.
 */
export const Command = command.resource("index:Command", {
  inputs: {
    /** Creates the object. Any exit code other than 0 is a failure. */
    create: script,
    /** Updates the object to the current inputs. COCONUT_STDOUT and COCONUT_STDERR contain the last recorded output. */
    update: v.optional(script),
    /** Deletes the object. Must succeed if the object no longer exists. Has COCONUT_STDOUT and COCONUT_STDERR too. */
    delete: v.optional(script),
    /**
     * Checks whether the object exists, without changing anything. Exit code 0 means that it exists, 1 that it does
     * not, and any other that the check failed. Runs in every plan. For an interrupted create, its output replaces that
     * of `create`.
     */
    check: v.optional(script),
    /** The program that runs the scripts, and the arguments before the script. Default: `["/bin/sh", "-c"]`. */
    interpreter: v.optional(v.pipe(v.array(withoutNul), v.minLength(1)), ["/bin/sh", "-c"]),
    /** The working directory of the scripts, relative to the project folder. Default: the project folder. */
    dir: v.optional(withoutNul),
    /** Environment variables in addition to those of `coco`. Pass secrets here or in `stdin`. */
    environment: v.optional(
      // Not v.record, which drops the key "constructor" and others.
      v.custom<{ readonly [name: string]: string }>(
        isEnvironment,
        "The environment must be an object of strings. Names must not be empty or contain =, and values must not contain NUL characters.",
      ),
      {},
    ),
    /** The standard input of the scripts. Default: empty. */
    stdin: v.optional(v.string()),
    /** Any values. A change of them runs `update`, or replaces the resource. */
    triggers: v.optional(v.unknown()),
    /** The timeout of one script, in milliseconds. Default: none. */
    timeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
    /** The output that is shown while a script runs. Default: `both`. */
    logging: v.optional(v.picklist(["both", "stdout", "stderr", "none"]), "both"),
  },
  outputs: {
    /** The stdout of the last create or update, without the trailing newline. */
    stdout: v.string(),
    /** The stderr of the last create or update. */
    stderr: v.string(),
  },
  echoes: ["stdout", "stderr"],
  replaceOrder: "delete-first",
  equivalent: { update: always, delete: always, check: always, timeoutMs: always, logging: always },
  modifyPlan({ inputs, change, unknown, replace }) {
    for (const field of acted) {
      if (change(field) === "same") continue;
      if (inputs.update === undefined) replace(field);
      unknown("stdout");
      unknown("stderr");
    }
  },
  create: async (call) => {
    const { inputs } = call;
    const id = idOf(call.idempotencyKey);
    const end = await perform("create", inputs.create, inputs, { ...call, id });
    return { id, outputs: printedBy(end, call.log) };
  },
  read: async (call) => {
    const { inputs, outputs } = call.prior;
    if (inputs.check === undefined) return { ...nothingPrinted, ...outputs };
    const printed = await checked(inputs.check, inputs, call);
    return printed && { ...printed, ...outputs };
  },
  update: async (call) => {
    const { inputs, prior } = call;
    // This only completes an interrupted create, and `check` has already found the object.
    if (inputs.update === undefined) return prior.outputs;
    const end = await perform("update", inputs.update, inputs, { ...call, printed: prior.outputs });
    return printedBy(end, call.log);
  },
  delete: async (call) => {
    const { inputs, outputs } = call.prior;
    if (inputs.delete !== undefined)
      await perform("delete", inputs.delete, inputs, { ...call, printed: outputs });
  },
  lateWithinMs: 0,
  find: async (call) => {
    const { inputs } = call;
    if (inputs.check === undefined) return null;
    const id = idOf(call.idempotencyKey);
    const outputs = await checked(inputs.check, inputs, { ...call, id });
    return outputs === null ? [] : [{ id, outputs }];
  },
});
export type Command = InstanceType<typeof Command>;

/** The inputs whose change runs a script. */
const acted = ["create", "interpreter", "dir", "environment", "stdin", "triggers"] as const;

const nothingPrinted = { stdout: "", stderr: "" };

function always(): boolean {
  return true;
}

/** Returns the same id for every attempt at one create, so that scripts can tag the object with it. */
function idOf(idempotencyKey: string): string {
  return createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 20);
}

/** Returns the output of the check, or null if the object does not exist. */
async function checked(
  script: string,
  settings: Settings,
  circumstances: Circumstances,
): Promise<Printed | null> {
  const end = await perform("check", script, { ...settings, logging: "none" }, circumstances, [0, 1]);
  return end.exitCode === 0 ? printedBy(end, circumstances.log) : null;
}

function isEnvironment(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => /^[^=\0]+$/.test(name) && typeof text === "string" && !text.includes("\0"),
  );
}
