import { describe, expect, test } from "vitest";
import { defineProvider, secret } from "@coconut/coconut/provider";
import * as v from "valibot";
import { isSecret, referenceTo, secretOf, unknown, type ValueObject } from "../../model/index.js";
import {
  callOf,
  describe as texts,
  example,
  said,
  stored,
  type,
  configuring,
} from "../../../tests/provider/typed-example.js";
import { typedPackage } from "./index.js";

const password = 'hunter"2';

async function invoke(hook: (call: never) => unknown, inputs: ValueObject, token = "disk:fs:stat") {
  const disk = defineProvider({ package: "disk", version: "1.2.0" });
  disk.function("fs:stat", {
    inputs: { path: v.string(), depth: v.optional(v.number(), 2), key: secret(v.optional(v.string())) },
    outputs: { size: v.number(), link: secret(v.optional(v.string())) },
    invoke: hook as never,
  });
  const provider = await typedPackage(disk).configure(callOf(), configuring());
  if ("kind" in provider) throw new Error(JSON.stringify(provider));
  const { urn: _, ...call } = callOf();
  return provider.invoke!(call, { token, inputs });
}

describe("a function", () => {
  test("is given decoded inputs, and its answer is decoded with secrets marked", async () => {
    let seen: object = {};
    const answer = await invoke(
      (call: { inputs: object }) => {
        seen = call.inputs;
        return { size: 3, link: "a-link", unasked: true };
      },
      { path: "a.txt", key: secretOf(password) },
    );
    expect(seen).toEqual({ path: "a.txt", depth: 2, key: password });
    expect(answer).toEqual({ kind: "returned", outputs: { size: 3, link: secretOf("a-link") } });
  });

  test("says all that is wrong with its inputs at once, and is not called", async () => {
    const answer = await invoke(() => expect.unreachable(), { pth: "a", depth: "deep" });
    expect(texts(answer as never)).toEqual([
      expect.stringContaining('disk:fs:stat has no input "pth"'),
      expect.stringContaining('"path" of disk:fs:stat is missing'),
      expect.stringContaining("depth of disk:fs:stat is invalid"),
    ]);
  });

  test("is refused where a resource without an id stands for one", async () => {
    const answer = await invoke(() => expect.unreachable(), {
      path: referenceTo({ urn: "urn:x", id: unknown }),
    });
    expect(texts(answer as never)).toEqual([
      expect.stringContaining("The value is a resource without an id."),
    ]);
  });

  test("shows no secret in what it throws and says", async () => {
    const answer = await invoke(
      ({ inputs, log }: { inputs: { key: string }; log: { info(text: string): void } }) => {
        log.info(`using ${inputs.key}`);
        throw new Error(`refused ${inputs.key}`);
      },
      { path: "a", key: password },
    );
    expect(said.at(-1)!.text).toBe("using [secret]");
    expect(texts(answer as never)).toEqual([expect.stringContaining("refused [secret]")]);
  });

  test.each([
    ["nothing", undefined, "returned undefined instead of outputs"],
    ["a list", [], "returned an array instead of outputs"],
    ["too little", {}, 'did not return the output "size"'],
    ["another type", { size: "x" }, "returned an invalid output: size"],
  ])("must not answer with %s", async (_what, answered, says) => {
    const answer = await invoke(() => answered, { path: "a" });
    expect(texts(answer as never)).toEqual([expect.stringContaining(says)]);
  });

  test("that is not defined is named, with the one that was probably meant", async () => {
    const answer = await invoke(() => ({}), {}, "disk:fs:stats");
    expect(answer).toMatchObject({
      diagnostics: [{ code: "provider/no-such-function", hint: "Did you mean disk:fs:stat?" }],
    });
  });
});

describe("a method", () => {
  const methods = {
    share: {
      inputs: { hours: v.optional(v.number(), 1) },
      outputs: { url: v.string(), token: v.optional(v.string()) },
      call: async ({ id, prior, inputs }: MethodCall) => ({
        url: `${id}/${prior.inputs.path}/${prior.inputs.mode}/${prior.outputs.size}/${inputs.hours}`,
        token: prior.inputs.token,
      }),
    },
  };

  interface MethodCall {
    readonly id: string;
    readonly prior: {
      readonly inputs: { readonly path: string; readonly mode: number; readonly token?: string };
      readonly outputs: { readonly size: number };
    };
    readonly inputs: { readonly hours: number };
  }

  test("is given what is recorded, with defaults; what has the name of a secret is secret", async () => {
    const provider = await example({ methods });
    const prior = stored({ inputs: { path: "a.txt", content: "A", token: secretOf(password) } });
    const answer = await provider.call!(callOf(), {
      type,
      method: "share",
      token: `${type}/share`,
      prior,
      inputs: {},
    });
    expect(answer).toEqual({
      kind: "returned",
      outputs: { url: "id-1/a.txt/420/1/1", token: secretOf(password) },
    });
    expect(isSecret((answer as { outputs: ValueObject }).outputs["url"])).toBe(false);
  });

  test.each(["shared", "toString"])("that is not defined is named: %s", async (method) => {
    const provider = await example({ methods });
    const answer = await provider.call!(callOf(), {
      type,
      method,
      token: `${type}/${method}`,
      prior: stored(),
      inputs: {},
    });
    expect(answer).toMatchObject({
      kind: "rejected",
      diagnostics: [{ code: "provider/no-such-method", resource: "urn:file" }],
    });
  });
});
