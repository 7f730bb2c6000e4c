import { afterAll, expect, test } from "vitest";
import { CocoProjects } from "../cli/coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

test(
  "B104: a text that is asked for as it is does nothing to a terminal, and is as it is in a pipe",
  { timeout: 300_000 },
  async () => {
    const value = "first\n\u001b]52;c;aGk=\u0007\u001b[2J\u202elast";
    const shop = projects.project(`export const note = ${JSON.stringify(value)};`, {
      "coconut.dev.json": JSON.stringify({ note: value }),
    });
    await shop.coco("apply", "-y");
    const commands = [
      ["output", "note"],
      ["config", "get", "note"],
    ];
    for (const command of commands) {
      expect((await shop.coco(...command)).output).toBe(`${value}\n`);
      const terminal = shop.terminal({}, ...command);
      expect(await terminal.ended).toBe(0);
      expect(terminal.output).toBe("first\r\n\\u001b]52;c;aGk=\\u0007\\u001b[2J\\u202elast\r\n");
    }
  },
);
