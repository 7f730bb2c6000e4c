import { createHash } from "node:crypto";
import * as v from "valibot";
import { defineProvider } from "../../provider/index.js";
import { perform, printedBy, type Circumstances, type Printed, type Settings } from "./perform.js";

/** Runs scripts where there is no resource type for what they do. */
export const command = defineProvider({
  package: "command",
  version: "1.0.0",
  connect: () => ({ folder: process.cwd() }),
});

const withoutNul = v.pipe(
  v.string(),
  v.check((text) => !text.includes("\0"), "It holds a NUL character, which no program can be given."),
);
const script = v.pipe(withoutNul, v.nonEmpty("It is empty."));

/**
 * Scripts that make, change and remove something. They run with the `dir`, `environment` and `stdin` that are given.
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
 * A change of `create`, `environment`, `stdin`, `dir`, `interpreter` or `triggers` runs `update`; without one it
 * replaces: `delete` runs as it was recorded, then `create`. A change of anything else is only recorded.
 *
 * A create that was cut off cannot be looked up, unless `check` says how: it stays uncertain until somebody tells what
 * became of it, by `coco recover`.
 */
export const Command = command.resource("index:Command", {
  inputs: {
    /** Makes it. An exit code other than 0 says that it failed. */
    create: script,
    /** Brings it to the inputs of now. Has what was printed last in COCONUT_STDOUT and COCONUT_STDERR. */
    update: v.optional(script),
    /** Removes it; one that is not there any more must be no error. Has the two variables too. */
    delete: v.optional(script),
    /**
     * Says whether it is there, and changes nothing: exit code 0 says yes, 1 says no, any other that it cannot tell.
     * Asked in every plan, and for a create that was cut off, when what it prints stands for what create printed.
     */
    check: v.optional(script),
    /** The program that runs the scripts, and what stands before the script among its arguments. */
    interpreter: v.optional(v.pipe(v.array(withoutNul), v.minLength(1)), ["/bin/sh", "-c"]),
    /** The folder that scripts run in; relative to that of the project, which it is unless said. */
    dir: v.optional(withoutNul),
    /** Variables beside those of coco itself. What is secret goes here, or by stdin. */
    environment: v.optional(
      // Not v.record, which drops the key "constructor" and others.
      v.custom<{ readonly [name: string]: string }>(
        isEnvironment,
        "An environment is an object of texts by name. A name is not empty and has no =, and no text has a NUL character.",
      ),
      {},
    ),
    /** What scripts can read. Nothing unless said. */
    stdin: v.optional(v.string()),
    /** Values of any kind: a change is a reason to run. */
    triggers: v.optional(v.unknown()),
    /** How long one script may take, in milliseconds. */
    timeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
    /** Which lines are shown while a script runs. */
    logging: v.optional(v.picklist(["both", "stdout", "stderr", "none"]), "both"),
  },
  outputs: {
    /** What create or update printed last, without the newline at its end. */
    stdout: v.string(),
    /** What it printed on stderr. */
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
    // Only to finish what was cut off, and there is no other word for that than the check's.
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

/** The inputs that scripts act by. */
const acted = ["create", "interpreter", "dir", "environment", "stdin", "triggers"] as const;

const nothingPrinted = { stdout: "", stderr: "" };

function always(): boolean {
  return true;
}

/** The same for every attempt at one create, so that scripts can mark what they make with it. */
function idOf(idempotencyKey: string): string {
  return createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 20);
}

/** What the check printed, or null if it says that there is nothing. */
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
