import { describe, expect, test } from "vitest";
import { providerEnvironment } from "./provider-environment.js";

test("a provider learns its protocols and the folder of its socket, and nothing that was meant for this process", () => {
  expect(providerEnvironment("/tmp/coco-1", undefined, {})).toMatchObject({
    TF_PLUGIN_MAGIC_COOKIE: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_CLIENT_CERT: undefined,
    PLUGIN_UNIX_SOCKET_DIR: undefined,
    TMPDIR: "/tmp/coco-1",
  });
});

describe("the levels of its log", () => {
  test.each([
    [undefined, {}, ["ERROR", "OFF", "ERROR"]],
    [undefined, { TF_LOG: "" }, ["ERROR", "OFF", "ERROR"]],
    [undefined, { TF_LOG: "INFO" }, ["INFO", "INFO", "INFO"]],
    [undefined, { TF_LOG: "JSON" }, ["TRACE", "TRACE", "TRACE"]],
    [undefined, { TF_LOG_SDK: "DEBUG" }, ["DEBUG", "DEBUG", "ERROR"]],
    [undefined, { TF_LOG_PROVIDER: "DEBUG" }, ["ERROR", "OFF", "DEBUG"]],
    [undefined, { TF_LOG: "WARN", TF_LOG_PROVIDER: "TRACE" }, ["WARN", "WARN", "TRACE"]],
    ["debug", {}, ["DEBUG", "DEBUG", "DEBUG"]],
    ["debug", { TF_LOG: "ERROR", TF_LOG_PROVIDER: "ERROR" }, ["DEBUG", "DEBUG", "DEBUG"]],
  ] as const)("%s, %o", (logs, own, levels) => {
    const found = providerEnvironment("/tmp", logs, own);
    expect([found["TF_LOG_SDK"], found["TF_LOG_SDK_PROTO"], found["TF_LOG_PROVIDER"]]).toEqual(levels);
  });
});
