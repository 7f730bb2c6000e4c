import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunEvent, StepAction } from "../../model/index.js";
import { plainLook } from "../../render/index.js";
import { VirtualScreen } from "../../../tests/support/virtual-screen.js";
import { heartbeatFrom, runView, type RunView } from "./run-view.js";
import { terminalOf, type Terminal } from "./terminal.js";

const urn = (name: string) => `urn:pulumi:dev::shop::local:index:File::${name}`;
const started = (name: string, action: StepAction = "create"): RunEvent => ({
  kind: "step-started",
  urn: urn(name),
  action,
  step: name,
});
const finished = (name: string, durationMs = 12): RunEvent => ({
  kind: "step-finished",
  urn: urn(name),
  action: "create",
  step: name,
  result: "done",
  durationMs,
  diagnostics: [],
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** A view and what comes of it; time passes only here. */
class Watched {
  readonly screen: VirtualScreen;
  readonly printed = new PassThrough();
  readonly view: RunView;
  readonly size: { columns: number; rows: number };
  output = "";
  writes = 0;
  #nowMs = 0;

  constructor(terminal: Partial<Terminal>, columns = 60, rows = 10) {
    const base = terminalOf({ environment: {}, output: {}, input: {} });
    this.screen = new VirtualScreen(columns, rows);
    this.size = { columns, rows };
    const { size } = this;
    this.view = runView(
      { ...base, ...terminal },
      {
        ...plainLook,
        get width() {
          return terminal.isInteractive ? size.columns : Infinity;
        },
      },
      (text) => {
        this.output += text;
        this.writes++;
        this.screen.write(text);
      },
      {
        now: () => this.#nowMs,
        heartbeatMs: 30_000,
        screen: Object.assign(size, { streams: [this.printed as unknown as NodeJS.WriteStream] }),
      },
    );
  }

  pass(durationMs: number): void {
    for (let left = durationMs; left > 0; left -= 5) {
      this.#nowMs += Math.min(5, left);
      vi.advanceTimersByTime(Math.min(5, left));
    }
  }
}

describe("on a terminal", () => {
  const watch = (columns?: number, rows?: number) => new Watched({ isInteractive: true }, columns, rows);

  test("what happens is seen below what has happened, and is gone at the end", () => {
    const watched = watch();
    const { view, screen } = watched;
    view.event({ kind: "apply-started", runId: "1", steps: 3 });
    view.event(started("a"));
    view.event(started("b"));
    watched.pass(2_100);
    expect(screen.text).toMatch(
      /^ {2}\+ a {2}creating 2 s {2}local:index:File\n {2}\+ b .*\n. [━╌]+ 0\/3 · 2 s$/,
    );
    expect(screen.isCursorVisible).toBe(false);

    view.event(finished("a", 2_100));
    view.above("something else\n");
    watched.pass(1_000);
    expect(screen.text).toMatch(
      /^ {2}created {3}local:index:File a {2}2\.1 s\nsomething else\n {2}\+ b {2}creating 3 s .*\n.*1\/3 · 3 s$/,
    );

    view.event(finished("b", 3_100));
    view.end();
    const ended =
      "  created   local:index:File a  2.1 s\nsomething else\n  created   local:index:File b  3.1 s";
    expect(screen.text).toBe(ended);
    expect(screen.isCursorVisible).toBe(true);
    view.end();
    view.above("\nafter\n");
    watched.pass(1_000);
    expect(screen.text).toBe(`${ended}\n\nafter`);
  });

  test("is drawn a dozen times a second, however much happens", () => {
    const watched = watch();
    for (let index = 0; index < 10_000; index++) {
      watched.view.event(started(String(index)));
      watched.view.event(finished(String(index)));
      if (index % 10 === 0) watched.pass(1);
    }
    expect(watched.writes).toBeLessThan(15);
    watched.view.end();
    expect(watched.screen.text.split("\n")).toHaveLength(10_000);
  });

  test("never takes more rows than there are", () => {
    const watched = watch(40, 6);
    for (let index = 0; index < 30; index++) watched.view.event(started(`resource-${index}`));
    watched.pass(500);
    expect(watched.screen.text.split("\n")).toHaveLength(5);
    expect(watched.screen.text).toContain("… and 27 more");
    watched.view.event(finished("resource-3"));
    watched.pass(500);
    expect(watched.screen.text.split("\n").slice(0, 2)).toEqual([
      "  created   resource-3  12 ms",
      "  + resource-0  creating 0 s  local:ind…",
    ]);
    expect(watched.screen.broken).toEqual([]);
    watched.view.end();
    expect(watched.screen.text).toBe("  created   resource-3  12 ms");
  });

  test("finds its place on a screen that became narrower", () => {
    const watched = watch(60);
    watched.view.event(started("a-resource-with-a-long-name"));
    watched.pass(100);
    // As a terminal does that breaks lines anew: what is drawn takes two rows each.
    expect(watched.screen.text.split("\n").map(({ length }) => length)).toEqual([60, 36]);
    watched.size.columns = 30;
    watched.output = "";
    watched.pass(100);
    expect(watched.output).toMatch(/^.\[4A\r/);
    watched.view.end();
  });

  test("what others print stands above it, whole lines at a time", () => {
    const watched = watch();
    watched.view.event(started("a"));
    watched.pass(200);
    const { printed, screen } = watched;
    let told = 0;
    printed.write("one\ntw", () => told++);
    printed.write(Buffer.from("o\n"), "utf8", () => told++);
    printed.write("unfinished");
    watched.pass(200);
    expect(screen.text).toMatch(/^one\ntwo\n {2}\+ a /);
    watched.view.end();
    expect(screen.text).toBe("one\ntwo\nunfinished");
    expect(Object.hasOwn(printed, "write")).toBe(false);
    return new Promise<void>((resolve) => {
      process.nextTick(() => {
        expect(told).toBe(2);
        resolve();
      });
    });
  });

  test("says what it waits for when it stops, and shows that it does", () => {
    const watched = watch(72);
    watched.view.event(started("a"));
    watched.view.event({ kind: "cancelling", waitingFor: [urn("a")] });
    watched.pass(1_000);
    expect(watched.screen.text).toMatch(
      /^Stopping\. Waiting for 1 running step: a\. Interrupt again to exit\.\n {2}\+ a .*\n.*stopping, 1 running/,
    );
    watched.view.end();
  });

  test("the cursor is back when the process ends, is halted, or dies of a signal", () => {
    const kill = vi.spyOn(process, "kill").mockImplementation(() => true);
    try {
      const ended = watch();
      ended.view.event(started("a"));
      ended.pass(200);
      process.emit("exit", 1);
      expect([ended.screen.isCursorVisible, ended.screen.text]).toEqual([true, ""]);

      const halted = watch();
      halted.view.event(started("a"));
      halted.pass(200);
      process.emit("SIGTSTP");
      expect([halted.screen.isCursorVisible, halted.screen.text]).toEqual([true, ""]);
      expect(kill).toHaveBeenLastCalledWith(process.pid, "SIGSTOP");
      process.emit("SIGCONT");
      halted.pass(200);
      expect(halted.screen.isCursorVisible).toBe(false);
      expect(halted.screen.text).toContain("+ a");

      process.emit("SIGQUIT");
      expect([halted.screen.isCursorVisible, halted.screen.text]).toEqual([true, ""]);
      expect(kill).toHaveBeenLastCalledWith(process.pid, "SIGQUIT");
      expect(process.listenerCount("SIGQUIT")).toBe(0);
    } finally {
      kill.mockRestore();
    }
  });

  test("a signal that someone else listens to is theirs", () => {
    const watched = watch();
    const listen = vi.fn<() => void>();
    process.on("SIGTERM", listen);
    process.emit("SIGTERM");
    process.off("SIGTERM", listen);
    expect(listen).toHaveBeenCalledOnce();
    expect(watched.screen.isCursorVisible).toBe(false);
    watched.view.end();
  });
});

describe("in a pipe", () => {
  test("a line for each step that has ended, and no sequence at all", () => {
    const watched = new Watched({});
    watched.view.event({ kind: "apply-started", runId: "1", steps: 2 });
    watched.view.event(started("a"));
    watched.view.above("something else\n");
    watched.view.event(finished("a"));
    watched.view.end();
    expect(watched.output).toBe("something else\n  created   local:index:File a  12 ms\n");
  });

  test("what is said in one turn is one write", async () => {
    const watched = new Watched({});
    for (const name of ["a", "b", "c"]) watched.view.event(finished(name));
    await new Promise(process.nextTick);
    expect([watched.writes, watched.output.split("\n").length]).toEqual([1, 4]);
    watched.view.event(finished("d"));
    watched.view.end();
    expect(watched.writes).toBe(2);
  });

  test("a line now and then for steps that take long", async () => {
    const watched = new Watched({});
    watched.pass(10_000);
    watched.view.event(started("a"));
    watched.pass(29_000);
    expect(watched.output).toBe("");
    watched.pass(10_000);
    expect(watched.output).toMatch(/^ {2}still creating a \(3\d s\)\n$/);
    watched.pass(30_000);
    expect(watched.output).toMatch(/^.*\n {2}still creating a \(1 min \d s\)\n$/);
    watched.view.event(finished("a"));
    await new Promise(process.nextTick);
    expect(watched.output).toMatch(/created .* a .*\n$/);
    watched.output = "";
    watched.pass(100_000);
    watched.view.end();
    expect(watched.output).toBe("");
  });

  test("folded into one where that is possible", () => {
    const watched = new Watched({ annotates: true });
    watched.view.event(finished("a"));
    watched.view.end();
    watched.view.end();
    expect(watched.output).toBe("::group::Steps\n  created   local:index:File a  12 ms\n::endgroup::\n");
  });
});

describe("how long a pipe is silent", () => {
  test.each<[string | undefined, number]>([
    [undefined, 30_000],
    ["", 30_000],
    ["0", 30_000],
    ["-1", 30_000],
    ["often", 30_000],
    ["Infinity", 30_000],
    ["0.2", 200],
    ["60", 60_000],
  ])("%j", (value, milliseconds) => {
    expect(heartbeatFrom({ COCONUT_HEARTBEAT_SECONDS: value })).toBe(milliseconds);
  });
});
