import { describe, expect, test } from "vitest";
import * as coconut from "@coconut/coconut";
import { FakeCloud, fakeProvider, testProgram } from "@coconut/coconut/testing";
import { problemOf, problemsIn } from "./problems-in.js";

const { types, functions } = fakeProvider(new FakeCloud());
const { bucketInfo } = functions;

class Other extends coconut.ProviderResource {
  constructor() {
    super("other", "other", {});
  }
}

describe("invoke takes no", () => {
  const bucket = () => new types.Bucket("logs", { name: "logs" });

  test.each<[what: string, ask: () => unknown]>([
    ["Output", () => coconut.invoke(bucketInfo, { id: bucket().id as never })],
    ["Output inside", () => coconut.invoke("a:b:c", { list: [{ id: coconut.output("known") }] })],
    ["secret", () => coconut.invoke("a:b:c", { password: coconut.secret("x") })],
    ["resource", () => coconut.invoke("a:b:c", { bucket: bucket() })],
    ["promise", () => coconut.invoke("a:b:c", { later: Promise.resolve(1) })],
    ["Output as all arguments", () => coconut.invoke("a:b:c", coconut.output({ id: "x" }) as never)],
    ["dependsOn", () => coconut.invoke("a:b:c", {}, { dependsOn: bucket() } as never)],
  ])("%s: it is told at the call, with the form that does", async (_what, ask) => {
    const problem = await problemOf(async () => {
      await ask();
    });
    expect(problem.code).toBe("sdk/invoke-not-plain");
    expect(problem.hint).toContain("coconut.invokeOutput(");
    expect(problem.position?.file).toContain("functions.test.ts");
  });
});

describe("asking a function", () => {
  const forms = [
    ["invoke", coconut.invoke as (...parameters: never[]) => unknown],
    ["invokeOutput", coconut.invokeOutput as (...parameters: never[]) => unknown],
  ] as const;
  const problemFrom = (ask: () => unknown) =>
    problemOf(async () => {
      await ask();
    });

  describe.each(forms)("with %s", (_name, ask: (...parameters: never[]) => unknown) => {
    const asking = (...parameters: unknown[]) => ask(...(parameters as never[]));

    test.each([["stat"], ["a::b"], ["a:b:c:d"], [""], [null], [undefined], [3], [{}], [() => {}]])(
      "takes a function or a token, not %j",
      async (provided) => {
        expect((await problemFrom(() => asking(provided, {}))).code).toBe("sdk/not-a-function");
      },
    );

    test("refuses an option that there is not, or that is of another package", async () => {
      const stranger = await problemFrom(() => asking(bucketInfo, { id: "x" }, { protect: true }));
      expect(stranger).toMatchObject({ code: "sdk/unknown-option" });
      const other = await problemFrom(() => asking(bucketInfo, { id: "x" }, { provider: new Other() }));
      expect(other).toMatchObject({ code: "sdk/wrong-option" });
      const noProvider = await problemFrom(() => asking(bucketInfo, { id: "x" }, { provider: "main" }));
      expect(noProvider).toMatchObject({ code: "sdk/not-a-resource" });
      expect(noProvider.position?.file).toContain("functions.test.ts");
    });

    test("refuses arguments that are no values", async () => {
      expect((await problemFrom(() => asking("a:b:c", { when: new Date() }))).code).toBe("sdk/not-a-value");
    });
  });
});

test("invoke needs a program that is running, and someone who answers", async () => {
  const [outside] = await problemsIn(() => coconut.invoke(bucketInfo, { id: "x" }));
  expect(outside).toMatchObject({ code: "sdk/no-program" });
  const alone = await problemOf(async () => {
    await coconut.invoke(bucketInfo, { id: "x" });
  });
  expect(alone).toMatchObject({ code: "sdk/invoke-without-engine" });
});

test("registerTransform needs a program", async () => {
  const [problem] = await problemsIn(() => coconut.registerTransform(() => undefined));
  expect(problem).toMatchObject({ code: "sdk/no-program" });
});

test("an answer depends on what the question comes from, and is unknown where nobody answers", async () => {
  const program = await testProgram(() => {
    const logs = new types.Bucket("logs", { name: "logs" });
    const other = new types.Bucket("other", { name: "other" });
    return {
      invoked: coconut.invokeOutput(bucketInfo, { id: logs.id }, { dependsOn: other }).found,
      called: coconut.call(logs, "link", { path: other.arn }).url,
    };
  });
  const { known, dependencies } = await program.planned().outputs();
  expect(known).toBe(false);
  expect(dependencies).toHaveLength(2);
});

test("call takes a resource", async () => {
  const problem = await problemOf(() => coconut.call("logs" as never, "link", {}));
  expect(problem).toMatchObject({ code: "sdk/not-a-resource" });
});
