import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { askQuestion, meantAnswer, type AskStreams } from "./ask-question.js";

test.each<[string, string | undefined]>([
  ["yes", "yes"],
  ["y", "yes"],
  [" YE ", "yes"],
  ["n", "no"],
  ["d", "details"],
  ["de", "details"],
  ["", undefined],
  ["yesterday", undefined],
  ["x", undefined],
  ["yes no", undefined],
])("%j means %s", (typed, answer) => {
  expect(meantAnswer(typed, ["yes", "no", "details"])).toBe(answer);
});

test("what two answers begin with is neither, unless it is one", () => {
  expect(meantAnswer("a", ["all", "any"])).toBeUndefined();
  expect(meantAnswer("all", ["all", "all of them"])).toBe("all");
});

describe("a question", () => {
  const streams = (columns?: number) => {
    const input = new PassThrough();
    const output = Object.assign(new PassThrough().setEncoding("utf8"), { columns });
    const asked = () => (output.read() as string | null) ?? "";
    return { input, asked, both: { input, output } as unknown as AskStreams };
  };

  test("is asked again until it is answered", async () => {
    const { input, asked, both } = streams();
    const answer = askQuestion(both, "Do this?", ["yes", "no", "details"]);
    expect(asked()).toBe("Do this? yes / no / details: ");
    input.write("maybe\n");
    input.write("y\n");
    expect(await answer).toBe("yes");
    expect(asked()).toBe("Please answer yes, no or details.\nDo this? yes / no / details: ");
  });

  test("fits a narrow terminal", async () => {
    const { input, asked, both } = streams(20);
    const answer = askQuestion(both, "Which one?", ["apples", "oranges", "pears"]);
    expect(asked()).toBe("Which one? apples /\noranges / pears: ");
    input.write("plums\n");
    input.write("p\n");
    expect(await answer).toBe("pears");
    expect(asked()).toMatch(/^Please answer\napples, oranges or\npears\.\nWhich/);
  });

  test("is left at the end of the input", async () => {
    const { input, asked, both } = streams();
    const answer = askQuestion(both, "Do this?", ["yes", "no"]);
    input.end();
    expect(await answer).toBeUndefined();
    expect(asked()).toBe("Do this? yes / no: \n");
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "is left by %s, and listens no more",
    async (signal) => {
      const { both } = streams();
      const before = process.listenerCount(signal);
      const answer = askQuestion(both, "Do this?", ["yes", "no"]);
      process.emit(signal);
      expect(await answer).toBeUndefined();
      expect(process.listenerCount(signal)).toBe(before);
    },
  );

  test("can be asked twice of the same input", async () => {
    const { input, both } = streams();
    const first = askQuestion(both, "One?", ["yes", "no"]);
    input.write("no\n");
    expect(await first).toBe("no");
    const second = askQuestion(both, "Two?", ["yes", "no"]);
    input.write("yes\n");
    expect(await second).toBe("yes");
  });
});
