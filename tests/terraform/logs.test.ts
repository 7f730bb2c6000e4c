import { afterAll, describe, expect, test } from "vitest";
import { withoutGo } from "./providers/provider-binaries.js";
import { ProbeProjects } from "./support/probe-project.js";

describe.skipIf(withoutGo !== undefined)(
  "the log lines and warnings of a provider",
  { timeout: 120_000 },
  () => {
    const projects = new ProbeProjects();
    afterAll(() => projects.remove());

    const main = (fault: string) =>
      `new Fault("a", { name: "a", value: "v", fault: "${fault}" }, { provider: probe("one") });`;

    interface Message {
      readonly event: string;
      readonly urn?: string;
      readonly level?: string;
      readonly text?: string;
    }
    const messagesOf = (output: string): readonly Message[] =>
      output
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Message)
        .filter(({ event }) => event === "message");

    test("nothing but warnings is shown unless logs are requested", async () => {
      const project = projects.project(main("tell_log"));
      const { output, errors, status } = await project.coco("apply", "--yes");
      expect([status, errors]).toEqual([0, ""]);
      expect(output.match(/Careless create/g)).toHaveLength(1);
      expect(output).not.toMatch(/DEBUG|TRACE|plugin address|tf_rpc/);
    });

    test("a warning is shown once", async () => {
      const project = projects.project(main("warning"));
      const { output, errors } = await project.coco("apply", "--yes");
      expect((output + errors).match(/Injected warning/g)).toHaveLength(1);
    });

    test("TF_LOG shows the lines as messages of their resource", async () => {
      const project = projects.project(main("tell_log"));
      const { output } = await project.start({ TF_LOG: "debug" }, "apply", "--yes", "--events").finished;
      const sent = messagesOf(output).filter(({ text }) => text?.startsWith("sent token=") === true);
      expect(sent.map(({ urn, level }) => [urn?.split("::").at(-1), level])).toContainEqual(["a", "warn"]);
      expect(messagesOf(output).some(({ level }) => level === "debug")).toBe(true);
    });
  },
);
