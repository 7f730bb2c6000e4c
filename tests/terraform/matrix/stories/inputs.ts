import { expect } from "vitest";
import { frameworks, probes } from "../columns.js";
import { problemOf } from "../shown.js";
import { story, type Story } from "../story.js";

const invalidInput = story(probes, "invalid input", async (project) => {
  const cases: readonly (readonly [inputs: string, path: string, text: string])[] = [
    [`{ name: "a", sise: 3 }`, "sise", `Did you mean "size"?`],
    [`{ size: 3 }`, "name", "This attribute is required."],
    [`{ name: "a", size: "much" }`, "size", "Expected a number, but got a string."],
    [`{ name: "a", tags: { k: [1] } }`, "tags.k", "Expected a string, but got an array."],
  ];
  for (const [inputs, path, text] of cases) {
    project.program(`new (Type("thing"))("a", ${inputs}, here);`);
    const planned = await project.coco("plan");
    expect(planned.status).toBe(1);
    const { detail, hint = "", path: place } = problemOf(planned, "provider/terraform-input");
    expect(`${detail} ${hint}`).toContain(text);
    expect(place).toBe(path);
  }
  project.program(`new (Type("thin"))("a", { name: "a" }, here);`);
  expect(problemOf(await project.coco("plan"), "provider/terraform-input").hint).toContain(project.typeName("thing"));
  expect(project.effects()).toEqual([]);
});

const wrongConfiguration = story(
  probes,
  "invalid input",
  async (project) => {
    const withConfig = (config: string) =>
      project.program(`new (Type("thing"))("a", { name: "a" }, { provider: new Provider("other", ${config}) });`);
    withConfig(`{ foldr: "cloud" }`);
    const unknown = problemOf(await project.coco("plan"), "provider/terraform-input");
    expect(unknown).toMatchObject({ path: "foldr", hint: `Did you mean "folder"?` });
    withConfig(`{ folder: "cloud", region: "invalid" }`);
    expect(problemOf(await project.coco("plan"), "provider/terraform-refused")).toMatchObject({ path: "region" });
    withConfig(`{ folder: "missing" }`);
    const refused = problemOf(await project.coco("plan"), "provider/terraform-refused");
    expect(refused.detail).toContain(`"missing" is not a folder`);
  },
  "in the configuration of the provider",
);

const providerError = story(frameworks, "provider error", async (project) => {
  project.program(`new (Type("thing"))("a", { name: "a", size: -1 }, here);`);
  const planned = await project.coco("plan");
  expect(planned.status).toBe(1);
  const problem = problemOf(planned, "provider/terraform-refused");
  expect(problem).toMatchObject({ path: "size", resource: expect.stringMatching(/::a$/) });
  expect(problem.detail).toContain("The size must not be negative.");
  project.program(`new (Type("thing"))("b", { name: "b" }, here);
new (Type("fault"))("f", { name: "f", fault: "error" }, here);`);
  const applied = await project.coco("apply", "--yes", "--continue-on-error");
  expect(applied.status).toBe(1);
  expect(problemOf(applied, "provider/terraform-refused")).toMatchObject({ path: "fault" });
  expect(project.objects("thing")).toHaveLength(1);
});

const customDiffError = story(["sdk"], "provider error", async (project) => {
  project.program(`new (Type("custom_diff"))("a", { content: "invalid" }, here);`);
  const planned = await project.coco("plan");
  expect(planned.status).toBe(1);
  const problem = problemOf(planned, "provider/terraform-refused");
  expect(problem.detail).toContain("the content is invalid");
  expect(problem.resource).toMatch(/::a$/);
  project.program(`new (Type("thing"))("b", { name: "b" }, here);
new (Type("fault"))("f", { name: "f", fault: "error" }, here);`);
  const applied = await project.coco("apply", "--yes", "--continue-on-error");
  expect(applied.status).toBe(1);
  expect(problemOf(applied, "provider/terraform-refused").detail).toContain("the error of phase create");
  expect(project.objects("thing")).toHaveLength(1);
});

const warning = story(probes, "warning", async (project) => {
  const isSdk = project.column.program === "sdk";
  const messages = async (phase: string, inputs: string) => {
    project.program(`new (Type("fault"))("f", { name: "f", fault: "warning", on: "${phase}", ${inputs} }, here);`);
    const { status, events } = await project.start("apply", "--yes").finished;
    expect(status).toBe(0);
    return events.filter(({ event }) => event === "message").map(({ level, text, urn }) => ({ level, text, urn }));
  };
  const said = (phase: string) => ({
    level: "warn",
    text: isSdk ? `the warning of phase ${phase}` : `Injected warning.\nThe warning of phase ${phase}.`,
    urn: expect.stringMatching(/::f$/),
  });
  expect(await messages("create", "")).toEqual([said("create")]);
  expect(await messages("update", `value: "2"`)).toEqual([said("update")]);
});

export const inputs: readonly Story[] = [invalidInput, wrongConfiguration, providerError, customDiffError, warning];
