import { describe, expect } from "vitest";
import type { ResourceTransform } from "../../src/sdk/index.js";
import type { Words } from "../support/scenario/words.js";
import { scenario } from "../support/scenario.js";

/** A transform that adds a letter to the tag `by`, so that the order of several can be seen. */
const signed =
  (letter: string): ResourceTransform =>
  ({ args, options }) => {
    const { by = "" } = (args["tags"] ?? {}) as { readonly by?: string };
    return { args: { ...args, tags: { by: `${by}${letter}` } }, options };
  };

describe("transforms", () => {
  scenario("run in the order own, parent's from the nearest on, stack's", async (s) => {
    s.program(({ bucket, group, coconut }) => {
      coconut.registerTransform(signed("s"));
      coconut.registerTransform(signed("t"));
      group(
        "outer",
        (outer) => {
          group(
            "inner",
            (inner) => void bucket("logs", {}, { parent: inner, transforms: [signed("a"), signed("b")] }),
            { parent: outer, transforms: [signed("i")] },
          );
        },
        { transforms: [signed("o")] },
      );
      bucket("alone");
    });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { tags: { by: "abiost" } });
    s.cloud.has("bucket alone", { tags: { by: "st" } });
    await s.apply().changesNothing();
  });

  scenario("of the stack change only what is made after them", async (s) => {
    s.program(({ bucket, coconut }) => {
      bucket("before");
      coconut.registerTransform(signed("s"));
      bucket("after");
    });
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket before")[0]!.properties).not.toHaveProperty("tags");
    s.cloud.has("bucket after", { tags: { by: "s" } });
  });

  scenario("change arguments before they are captured, without touching the program's object", async (s) => {
    s.program(({ bucket }) => {
      const shared = { tags: { by: "ana" } };
      const rename: ResourceTransform = (resource) => {
        (resource.args as { acl?: string }).acl = "public";
        return { args: { ...resource.args, region: "us" } };
      };
      bucket("first", shared, { transforms: [rename] });
      bucket("second", shared);
    });
    await s.apply().succeeds();
    s.cloud.has("bucket first", { acl: "public", region: "us", tags: { by: "ana" } });
    s.cloud.has("bucket second", { region: "eu" });
    expect(s.cloud.objects("bucket second")[0]!.properties).not.toHaveProperty("acl");
  });

  scenario("see and may give Outputs: what they add is an edge like any other", async (s) => {
    s.program(({ bucket, coconut }) => {
      const logs = bucket("logs");
      coconut.registerTransform(({ args, name }) =>
        name === "site" ? { args: { ...args, tags: { to: logs.arn } } } : undefined,
      );
      bucket("site");
    });
    await s.apply().succeeds();
    s.cloud.has("bucket site", { tags: { to: "arn:bucket-1" } });
    await s.destroy().succeeds();
    s.story(`
      delete bucket site
      delete bucket logs
    `);
  });

  scenario("change options: protection, dependencies, what is ignored", async (s) => {
    const program = (acl: string, kept: boolean) =>
      s.program(({ bucket, coconut }) => {
        const logs = bucket("logs");
        coconut.registerTransform(({ options }) => ({
          options: { ...options, protect: kept, dependsOn: logs, ignoreChanges: ["acl"] },
        }));
        bucket("copy", { acl });
      });
    program("public", true);
    await s.apply().succeeds();
    program("private", true);
    await s.plan().showsNothing();
    s.program(({ bucket }) => void bucket("logs"));
    await s.plan().fails("engine/protected");
    program("private", false);
    await s.apply().succeeds();
    await s.destroy().succeeds();
    s.story(`
      delete bucket copy
      delete bucket logs
    `);
  });

  scenario("see the options that a resource inherits, and may say otherwise", async (s) => {
    const seen: unknown[] = [];
    s.program(({ bucket, group, account }) => {
      const other = account("other", { account: "other" });
      const look: ResourceTransform = ({ name, options }) => {
        seen.push([name, options.protect, options.provider === other, options.providers]);
        return name === "logs" ? { options: { ...options, protect: false } } : undefined;
      };
      group(
        "web",
        (web) => {
          bucket("logs", {}, { parent: web });
          group("inner", () => {}, { parent: web });
        },
        { protect: true, providers: [other], transforms: [look] },
      );
      seen.push(other);
    });
    await s.apply().succeeds();
    const other = seen.at(3);
    expect(seen.slice(0, 4)).toEqual([
      ["web", true, false, [other]],
      ["logs", true, true, undefined],
      ["inner", true, false, [other]],
      other,
    ]);
    expect(s.cloud.objects("bucket logs")[0]!.account).toBe("other");
    s.program(({ group, account }) => {
      group("web", () => {}, { providers: [account("other", { account: "other" })] });
    });
    await s.apply().succeeds();
    s.cloud.lacks("bucket logs");
  });

  scenario("may choose the provider of everything in a component", async (s) => {
    s.program(({ bucket, group, account }) => {
      const other = account("other", { account: "other" });
      const moved: ResourceTransform = ({ type, options }) =>
        type === "cloud:index:Bucket" ? { options: { ...options, provider: other } } : undefined;
      group("web", (web) => void bucket("logs", {}, { parent: web }), { transforms: [moved] });
      bucket("outside");
    });
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket logs")[0]!.account).toBe("other");
    expect(s.cloud.objects("bucket outside")[0]!.account).toBe("main");
  });

  scenario("run for components and providers too, and for what callbacks make", async (s) => {
    const names: string[] = [];
    s.program(({ bucket, group, account, coconut }) => {
      coconut.registerTransform(({ name }) => void names.push(name));
      account("other", {});
      group("web");
      coconut.output("made").apply((name) => void bucket(name));
    });
    await s.plan().succeeds();
    expect(names).toEqual(["other", "web", "made"]);
  });

  scenario(
    "keep what they leave out of the answer and what says which resource it is, and drop other options that they leave out",
    async (s) => {
      s.program(({ bucket, group }) => {
        group("web", (web) => {
          const onlyProtect: ResourceTransform = () => ({ options: { protect: false } });
          bucket(
            "logs",
            { acl: "public" },
            { parent: web, globalId: "g", retainOnDelete: true, transforms: [onlyProtect] },
          );
        });
      });
      await s.apply().succeeds();
      s.cloud.has("bucket logs", { acl: "public" });
      const rows = [...(await s.state()).resources.values()];
      const logs = rows.find(({ name }) => name === "logs")!;
      expect(logs.urn).toContain("test:index:Group$cloud:index:Bucket");
      expect(logs.globalId).toBe("g");
      expect(logs.options.retainOnDelete).toBeUndefined();
      expect(logs.options.protect).toBe(false);
    },
  );
});

describe("a transform is refused, at the resource it was for, that", () => {
  const refused = (title: string, transform: unknown, code: string, says: string) =>
    scenario(title, async (s) => {
      s.program(({ bucket, coconut }: Words) => {
        coconut.registerTransform(transform as ResourceTransform);
        bucket("logs", {}, { id: "main" });
      });
      const [problem] = await s.plan().fails(code);
      expect(problem!.detail).toContain(says);
      expect(problem!.position?.file).toContain("words.ts");
    });

  refused(
    "answers with a promise",
    async () => ({ args: {} }),
    "sdk/async-transform",
    "set with registerTransform()",
  );
  refused("answers with text", () => "args", "sdk/bad-transform", "not an object");
  refused("answers with something it has no word for", () => ({ type: "x" }), "sdk/bad-transform", '"type"');
  refused("answers with arguments that are a list", () => ({ args: [] }), "sdk/bad-transform", "args");
  refused("answers with options that are text", () => ({ options: "no" }), "sdk/bad-transform", "options");
  refused("renames the resource", () => ({ options: { id: "x" } }), "sdk/bad-transform", "another id");
  refused(
    "gives an option a wrong value",
    () => ({ options: { protect: 1 } }),
    "sdk/wrong-option",
    "protect",
  );
  refused(
    "gives an option there is not",
    () => ({ options: { protekt: 1 } }),
    "sdk/unknown-option",
    "protekt",
  );

  scenario("moves the resource to another parent", async (s) => {
    s.program(({ bucket, group, coconut }) => {
      const web = group("web");
      coconut.registerTransform(({ options }) => ({ options: { ...options, parent: web } }));
      bucket("logs");
    });
    await s.plan().fails("sdk/bad-transform");
  });

  scenario("is no function", async (s) => {
    s.program(({ coconut }) => coconut.registerTransform("x" as never));
    await s.plan().fails("sdk/bad-transform");
  });

  scenario("throws: the program has failed", async (s) => {
    s.program(({ bucket, coconut }) => {
      coconut.registerTransform(() => {
        throw new Error("no such owner");
      });
      bucket("logs");
    });
    const [problem] = await s.plan().fails("program/failed");
    expect(problem!.detail).toContain("no such owner");
  });
});
