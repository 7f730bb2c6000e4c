import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a hidden change is made, counted, and shown nowhere", async (s) => {
  const program = (stamp: string) =>
    s.program(({ bucket }) =>
      bucket("logs", { tags: { stamp, owner: "ana" } }, { hideDiffs: ["tags.stamp"] }),
    );
  program("hidden one");
  const first = await s.plan().succeeds();
  expect(first.text()).toMatch(/ {4}tags: { owner: "ana" }\n {4}1 change not shown\n/);
  await s.apply({ plan: first }).succeeds();
  program("hidden two");
  const plan = await s.plan().shows(`update bucket logs (tags.stamp)`);
  expect(plan.text()).toBe('~ cloud:index:Bucket "logs"\n    1 change not shown\n\nPlan: 1 to update.\n');
  for (const each of [first, plan])
    expect(each.text() + JSON.stringify(each)).not.toMatch(/hidden (one|two)/);
  await s.apply({ plan }).succeeds();
  s.cloud.has("bucket logs", { tags: { stamp: "hidden two", owner: "ana" } });
});

scenario("a wildcard hides every member, and what stands beside it is shown", async (s) => {
  const program = (value: string, acl: string) =>
    s.program(({ bucket }) =>
      bucket(
        "logs",
        { acl, tags: { a: `hidden ${value}`, b: `hidden ${value}` } },
        { hideDiffs: ["tags[*]"] },
      ),
    );
  program("one", "private");
  await s.apply().succeeds();
  program("two", "public");
  const plan = await s.plan().succeeds();
  expect(plan.text()).toContain('    ~ acl: "private" -> "public"\n    2 changes not shown\n');
  expect(plan.text() + JSON.stringify(plan)).not.toContain("hidden one");
});

scenario("hidden drift is repaired", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { hideDiffs: ["acl"] }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  const plan = await s.plan().shows(`update bucket logs (drift: acl)`);
  expect(plan.text() + JSON.stringify(plan)).not.toMatch(/"public"|"private"/);
  expect(plan.text()).toContain("    1 change not shown\n");
  await s.apply({ plan }).succeeds();
  s.cloud.has("bucket logs", { acl: undefined });
});

scenario("a hidden field that forces a replacement still does", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket }) => bucket("logs", { region }, { hideDiffs: ["region"] }));
  program("eu");
  await s.apply().succeeds();
  program("us");
  const plan = await s.plan().shows(`replace bucket logs (region)`);
  expect(plan.text()).toContain(
    '± cloud:index:Bucket "logs"  (replaced, create-first)\n    1 change not shown\n',
  );
  const text = plan.explain("logs").text();
  expect(text).toContain("  region: not shown  (forces replacement)\n");
  await s.apply({ plan }).succeeds();
});

scenario("an option that only hides is no change by itself", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", {}, { hideDiffs: ["acl"] }));
  await s.apply().changesNothing();
});

scenario("a premise that does not hold shows what it is about", async (s) => {
  const other = s.neighbour("network");
  other.program(() => ({ title: "one" }));
  await other.apply().succeeds();
  s.program(({ site, coconut }) => {
    const title = new coconut.StackReference<{ title: string }>("network").requireOutput("title");
    site("www", { bucket: "b", title }, { hideDiffs: ["title"] });
  });
  const plan = await s.plan().succeeds();
  other.program(() => ({ title: "two" }));
  await other.apply().succeeds();
  const [problem] = await s.apply({ plan }).fails("engine/premise");
  expect(problem!.detail).toContain('title: "one" -> "two"');
});
