import { existsSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { interpolate, secret } from "@coconut/coconut";
import { isDiagnosticError, isSecret, stripSecrets } from "@coconut/coconut/model";
import { testStack } from "@coconut/coconut/testing";
import { Command } from "../../src/providers/command/index.js";
import { Password } from "../../src/providers/random/index.js";
import { commandLife } from "./command-life.js";

describe("a life", () => {
  test("create, nothing, replace, destroy", async () => {
    const args = {
      create: "echo made $V; echo create $V >> log",
      delete: "echo delete $V of $COCONUT_STDOUT >> log",
    };
    const life = await commandLife({ ...args, environment: { V: "1" } });
    expect(await life.outputs()).toMatchObject({ stdout: "made 1", stderr: "" });
    expect(await life.actions()).toEqual([]);

    life.becomes({ ...args, environment: { V: "2" } });
    expect(await life.actions()).toEqual(["replace"]);
    expect(await life.outputs()).toMatchObject({ stdout: "made 2" });
    expect(await life.stack.destroy()).toMatchObject({ ok: true });
    // Deleted before it is made again, with what was recorded.
    expect(life.file("log")).toBe("create 1\ndelete 1 of made 1\ncreate 2\ndelete 2 of made 2\n");
  });

  test("with an update script a change runs that, with what was printed last", async () => {
    const args = {
      create: "echo made; echo warned >&2",
      update: "echo updated $COCONUT_STDOUT/$COCONUT_STDERR by $COCONUT_ID",
      delete: "touch deleted",
    };
    const life = await commandLife({ ...args, triggers: [1, { deep: "a" }] });
    const { id } = await life.outputs();
    life.becomes({ ...args, triggers: [1, { deep: "b" }] });
    expect(await life.actions()).toEqual(["update"]);
    expect(await life.outputs()).toEqual({
      id,
      stdout: `updated made/warned by ${id as string}`,
      stderr: "",
    });
    expect(existsSync(life.path("deleted"))).toBe(false);
  });

  const base = { create: "echo run >> log", interpreter: ["/bin/sh", "-c"], stdin: "a", environment: {} };
  test.each<[field: string, value: unknown]>([
    ["create", "echo again >> log"],
    ["interpreter", ["/bin/sh", "-ec"]],
    ["dir", "/tmp"],
    ["stdin", "b"],
    ["environment", { constructor: "x" }],
    ["triggers", "new"],
  ])("a change of %s replaces without an update script, and runs it with one", async (field, value) => {
    const life = await commandLife(base);
    await life.outputs();
    life.becomes({ ...base, [field]: value });
    expect(await life.actions()).toEqual(["replace"]);
    life.becomes({ ...base, [field]: value, update: "true" });
    expect(await life.actions()).toEqual(["update"]);
  });

  test.each<[field: string, value: unknown]>([
    ["update", "echo run >> log"],
    ["delete", "echo deleted >> log"],
    ["check", "true"],
    ["timeoutMs", 1000],
    ["logging", "none"],
  ])("a change of %s is recorded, and nothing runs", async (field, value) => {
    const life = await commandLife(base);
    await life.outputs();
    life.becomes({ ...base, [field]: value });
    await life.outputs();
    expect(life.file("log")).toBe("run\n");
    const [object] = [...(await life.stack.snapshot()).objects.values()];
    expect(object!.stored.inputs).toMatchObject({ [field]: value });
    expect((await life.stack.plan()).isEmpty).toBe(true);
  });

  test("the delete script that was recorded last is the one that runs", async () => {
    const life = await commandLife({ create: "true" });
    await life.outputs();
    life.becomes({ create: "true", delete: "touch deleted" });
    await life.outputs();
    life.becomes(undefined);
    await life.outputs();
    expect(existsSync(life.path("deleted"))).toBe(true);
  });

  test("what it is run with: interpreter, folder, environment and stdin", async () => {
    const life = await commandLife({
      interpreter: [process.execPath, "-e"],
      create:
        "process.stdout.write(JSON.stringify([process.cwd(), process.env.GREETING, process.env.HOME, require('fs').readFileSync(0, 'utf8')]))",
      environment: { GREETING: "two words" },
      stdin: "é\n",
    });
    expect(JSON.parse((await life.outputs())["stdout"] as string)).toEqual([
      life.folder,
      "two words",
      process.env["HOME"],
      "é\n",
    ]);
  });

  test("what opens the stack's secrets is not handed on", async () => {
    process.env["COCONUT_PASSPHRASE"] = "sesame";
    const life = await commandLife({ create: 'echo "[$COCONUT_PASSPHRASE]"' });
    try {
      expect(await life.outputs()).toMatchObject({ stdout: "[]" });
    } finally {
      delete process.env["COCONUT_PASSPHRASE"];
    }
  });

  test("a script that reads nothing of a large stdin is no failure", async () => {
    const life = await commandLife({ create: "echo done", stdin: "x".repeat(4_000_000) });
    expect(await life.outputs()).toMatchObject({ stdout: "done" });
  });
});

describe("a failure", () => {
  test("tells the exit code and the last lines of stderr, and nothing is recorded", async () => {
    const life = await commandLife({
      create: "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done; exit 3",
    });
    const text = await life.failure();
    expect(text).toContain("The create script exited with code 3. Last lines of its stderr:\n    line 3\n");
    expect(text).toContain("    line 12");
    expect(text).not.toContain("line 2\n");
    expect((await life.stack.snapshot()).objects.size).toBe(0);
    life.becomes({ create: "exit 4" });
    expect(await life.failure()).toContain("exited with code 4. It wrote nothing to stderr.");
  });

  test("of an update keeps what was, and runs again", async () => {
    const args = { create: "echo made", update: "test -e ready && echo updated" };
    const life = await commandLife({ ...args, triggers: 1 });
    await life.outputs();
    life.becomes({ ...args, triggers: 2 });
    expect(await life.failure()).toContain("The update script exited with code 1.");
    expect(await life.stack.outputs()).toMatchObject({ stdout: "made" });
    writeFileSync(life.path("ready"), "");
    expect(await life.outputs()).toMatchObject({ stdout: "updated" });
  });

  test("of a delete keeps the resource", async () => {
    const life = await commandLife({ create: "true", delete: "test -e ready" });
    await life.outputs();
    expect((await life.stack.destroy()).ok).toBe(false);
    writeFileSync(life.path("ready"), "");
    expect((await life.stack.destroy()).ok).toBe(true);
  });

  test.each<[name: string, args: object, message: string]>([
    ["no such program", { interpreter: ["/no/such"] }, 'The interpreter "/no/such" was not found.'],
    ["no program", { interpreter: ["/etc/passwd"] }, 'The interpreter "/etc/passwd" is not executable.'],
    ["no folder", { dir: "/no/such" }, 'The dir "/no/such" is not a folder.'],
    ["too large", { create: `: ${"x".repeat(200_000)}` }, "exceeds the size limit of the system"],
  ])("before it runs: %s", async (_, args, message) => {
    const life = await commandLife({ create: "true", ...args });
    expect(await life.failure()).toContain(message);
    expect((await life.stack.snapshot()).objects.size).toBe(0);
  });

  test.each<[args: object, message: string]>([
    [{ create: "" }, "It is empty."],
    [{ create: "a\0b" }, "It contains a NUL character"],
    [{ interpreter: [] }, "interpreter"],
    [{ environment: { "A=B": "c" } }, "Names must not be empty or contain ="],
    [{ environment: { A: "b\0" } }, "values must not contain NUL characters"],
    [{ environment: { A: 1 } }, "The environment must be an object of strings."],
    [{ timeoutMs: 0 }, "timeoutMs"],
    [{ logging: "loud" }, "logging"],
  ])("in the plan: %j", async (args, message) => {
    const life = await commandLife({ create: "true", ...args });
    const error: unknown = await life.stack.plan().catch((thrown: unknown) => thrown);
    if (!isDiagnosticError(error)) throw new Error("It was not refused.");
    expect(JSON.stringify(error.diagnostics)).toContain(message);
  });
});

describe("secrets", () => {
  const token = "hunter2-and-more";

  test("go by environment, and what is printed is secret with them", async () => {
    const life = await commandLife({
      create: 'echo "it is $TOKEN"; echo "$TOKEN" >&2',
      environment: { TOKEN: secret(token), PLAIN: "plain" },
    });
    const { stdout, stderr } = await life.outputs();
    expect([isSecret(stdout), isSecret(stderr)]).toEqual([true, true]);
    expect(stripSecrets(stdout)).toBe(`it is ${token}`);
    expect(life.messages).toEqual(["info: it is [secret]", "info: [secret]"]);
    expect(JSON.stringify(life.events)).not.toContain(token);
    expect(isSecret((await life.outputs())["stdout"])).toBe(true);
  });

  test("of other resources reach a script as they are, and stay secret", async () => {
    const stack = await testStack(() => {
      const password = new Password("password", { length: 12 });
      const it = new Command("it", {
        create: 'printf %s "$PASSWORD" | wc -c; cat',
        environment: { PASSWORD: password.result, HOST: interpolate`${password.id}.test` },
        stdin: password.id,
        triggers: [password.id, { length: password.length }],
      });
      return { lines: it.stdout.apply((text) => text.split("\n")), id: password.id };
    });
    const { outputs } = await stack.apply();
    expect(isSecret(outputs["lines"])).toBe(true);
    expect(stripSecrets(outputs["lines"])).toEqual(["12", outputs["id"]]);
  });

  test("stay out of failures, also when they come in lines", async () => {
    const key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----";
    const life = await commandLife({
      create: 'cat >&2; echo "$TOKEN" >&2; exit 1',
      environment: { TOKEN: secret(token) },
      stdin: secret(key),
    });
    const text = await life.failure();
    expect(text).toContain("[secret]");
    for (const line of [token, ...key.split("\n")]) {
      expect(text).not.toContain(line);
      expect(JSON.stringify(life.events)).not.toContain(line);
    }
  });

  test("that an update was given before stay secret in what it prints", async () => {
    const args = { create: 'echo "$TOKEN"', update: 'echo "$COCONUT_STDOUT"' };
    const life = await commandLife({ ...args, environment: { TOKEN: secret(token) } });
    await life.outputs();
    life.becomes({ ...args, environment: { TOKEN: "no secret any more" } });
    const { stdout } = await life.outputs();
    expect(isSecret(stdout)).toBe(true);
    expect(stripSecrets(stdout)).toBe(token);
    expect(isSecret((await life.outputs())["stdout"])).toBe(true);
  });

  test("without any, nothing is secret", async () => {
    const life = await commandLife({ create: "echo open" });
    expect(await life.outputs()).toMatchObject({ stdout: "open", stderr: "" });
  });
});

test.each([
  ["both", ["info: out", "info: err"]],
  ["stdout", ["info: out"]],
  ["stderr", ["info: err"]],
  ["none", []],
])("with logging %s a user sees %j", async (logging, messages) => {
  const life = await commandLife({ create: "echo out; sleep 0.2; echo err >&2", logging });
  await life.outputs();
  expect(life.messages).toEqual(messages);
});

describe("check", () => {
  const args = {
    create: "echo made $(wc -l < log 2>/dev/null || echo 0); echo run >> log; touch there",
    delete: "rm -f there",
    check: "echo checked; test -e broken && exit 2; test -e there",
  };

  test("says that it is gone, and it is made again", async () => {
    const life = await commandLife(args);
    await life.outputs();
    expect(await life.actions()).toEqual([]);
    rmSync(life.path("there"));
    expect(await life.actions()).toEqual(["create"]);
    await life.outputs();
    expect(life.file("log")).toBe("run\nrun\n");
    expect(life.messages.filter((message) => message.includes("checked"))).toEqual([]);
  });

  test("that cannot tell is never taken for a no", async () => {
    const life = await commandLife(args);
    await life.outputs();
    rmSync(life.path("there"));
    writeFileSync(life.path("broken"), "");
    const plan = await life.stack.plan();
    expect(plan.changes.map(({ action }) => action)).toEqual(["failed"]);
    expect(plan.text()).toContain("The check script exited with code 2.");
  });

  /** The engine leaves while the create runs: whoever started it never hears what came of it. */
  async function cutOff(args: object, script: string) {
    const life = await commandLife({ ...args, create: script });
    const leaving = new AbortController();
    const watch = setInterval(() => existsSync(life.path("begun")) && leaving.abort(), 20);
    const text = await life.failure({ leave: leaving.signal });
    clearInterval(watch);
    expect(text).toContain("apply/interrupted");
    return life;
  }

  test("finds what a create made that was cut off; what it prints stands for its output", async () => {
    const life = await cutOff(args, "echo run >> log; touch there begun; sleep 30");
    expect(await life.outputs()).toMatchObject({ stdout: "checked" });
    expect(life.file("log")).toBe("run\n");
    expect((await life.stack.plan()).isEmpty).toBe(true);
  });

  test("lets an update finish what was cut off", async () => {
    const life = await cutOff(
      { ...args, update: "echo finished >> log; echo $COCONUT_STDOUT, finished" },
      "echo run >> log; touch there begun; sleep 30",
    );
    expect(await life.outputs()).toMatchObject({ stdout: "checked, finished" });
    expect(life.file("log")).toBe("run\nfinished\n");
  });

  test("says that nothing was made, and it is made again", async () => {
    const life = await cutOff(
      args,
      "echo $COCONUT_ID >> log; test -e begun && touch there && exit; touch begun; sleep 30",
    );
    const { id } = await life.outputs();
    // The same id for every attempt at one create.
    expect(life.file("log")).toBe(`${id as string}\n${id as string}\n`);
  });

  test("without one, a create that was cut off stays uncertain until somebody tells", async () => {
    const script = "echo run >> log; touch begun; sleep 30";
    const made = await cutOff({}, script);
    const text = await made.failure();
    expect(text).toContain("engine/uncertain");
    expect(text).toContain("coco recover it --adopt <id>");
    expect(made.file("log")).toBe("run\n");
    expect(await made.stack.recover("it", { adopt: "by hand" })).toMatchObject({ ok: true });
    expect(await made.outputs()).toMatchObject({ id: "by hand", stdout: "" });
    expect(made.file("log")).toBe("run\n");

    const lost = await cutOff({}, script);
    expect(await lost.stack.recover("it", { absent: true })).toMatchObject({ ok: true });
    lost.becomes({ create: "echo anew" });
    expect(await lost.outputs()).toMatchObject({ stdout: "anew" });
  });
});
