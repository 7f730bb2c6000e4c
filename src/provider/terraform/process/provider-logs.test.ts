import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProviderLog } from "../protocol/index.js";
import { legibleLog, parseProviderLog } from "./provider-logs.js";

const logs: readonly [string, Omit<ProviderLog, "fields"> & { fields?: ProviderLog["fields"] }][] = [
  [
    '{"@level":"warn","@message":"slow","@module":"sdk.proto","@timestamp":"2026-11-18T16:33:35Z","tf_resource_type":"time_sleep","tf_rpc":"ApplyResourceChange"}',
    {
      level: "warn",
      text: "slow",
      resourceType: "time_sleep",
      rpc: "ApplyResourceChange",
      fields: { "@module": "sdk.proto", tf_resource_type: "time_sleep" },
    },
  ],
  [
    '{"@level":"error","@message":"m","tf_data_source_type":"local_file","n":1}',
    {
      level: "error",
      text: "m",
      resourceType: "local_file",
      fields: { tf_data_source_type: "local_file", n: 1 },
    },
  ],
  ['{"@level":"fatal","@message":"m"}', { level: "info", text: "m" }],
  ['{"@message":"m","tf_rpc":7}', { level: "info", text: "m" }],
  ['{"@level":"info"}', { level: "debug", text: '{"@level":"info"}' }],
  ['{"@level":"info", broken', { level: "debug", text: '{"@level":"info", broken' }],
  ["{}", { level: "debug", text: "{}" }],
  ["[INFO] text", { level: "info", text: "text" }],
  ["2026/11/18 16:00:00 [DEBUG] text [x]", { level: "debug", text: "text [x]" }],
  ["2026/11/18 16:00:00.123456 [WARN] text", { level: "warn", text: "text" }],
  ["2026-11-18T16:00:00.000Z [ERROR] name: text", { level: "error", text: "name: text" }],
  ["2026-11-18T16:00:00.000+0100 [TRACE]  name: text", { level: "trace", text: "name: text" }],
  ["[NOTICE] text", { level: "info", text: "text" }],
  ["[no level] text", { level: "debug", text: "[no level] text" }],
  ["plain text", { level: "debug", text: "plain text" }],
  ["panic: runtime error", { level: "error", text: "panic: runtime error" }],
  ["fatal error: concurrent map writes", { level: "error", text: "fatal error: concurrent map writes" }],
  ["", { level: "debug", text: "" }],
];

test.each(logs)("%s", (line, expected) => {
  expect(parseProviderLog(line)).toEqual({ fields: {}, ...expected });
});

test.each([
  ['{"@level":"error","@message":"failed","@module":"m","tf_rpc":"ReadResource"}', "[ERROR] failed"],
  ['{"@level":"error","@message":"failed","error":"no route","n":2}', "[ERROR] failed: error=no route n=2"],
  ["plain text", "plain text"],
  ['{"@level":"debug","@message":"plugin address","network":"unix"}', undefined],
])("%s is shown as %s", (line, shown) => {
  expect(legibleLog(line)).toBe(shown);
});

test("any line is a log line", () => {
  const structured = fc.json().map((text) => `{"@message":"m","member":${text}}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), structured), (line) => {
      expect(typeof parseProviderLog(line).text).toBe("string");
      legibleLog(line);
    }),
  );
});
