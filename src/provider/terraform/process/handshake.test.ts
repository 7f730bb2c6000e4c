import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HandshakeFault, parseHandshake, type HandshakeReason } from "./handshake.js";

describe("a handshake", () => {
  test.each([
    ["1|5|unix|/tmp/coco-abc/plugin1|grpc|", { protocol: 5, target: { path: "/tmp/coco-abc/plugin1" } }],
    ["1|6|unix|/tmp/coco-abc/plugin1|grpc", { protocol: 6, target: { path: "/tmp/coco-abc/plugin1" } }],
    [
      "1|6|unix|/tmp/coco-abc/plugin1|grpc||false",
      { protocol: 6, target: { path: "/tmp/coco-abc/plugin1" } },
    ],
    ["1|6|tcp|127.0.0.1:10000|grpc|\r", { protocol: 6, target: { host: "127.0.0.1", port: 10000 } }],
    ["1|6|tcp|[::1]:10000|grpc|", { protocol: 6, target: { host: "::1", port: 10000 } }],
  ])("%s", (line, expected) => {
    expect(parseHandshake(line)).toEqual(expected);
  });

  const faults: readonly [string, HandshakeReason, string][] = [
    ["", "other-program", 'not a handshake: ""'],
    ["hello", "other-program", 'not a handshake: "hello"'],
    ["a|b|c|d|e", "other-program", "not a handshake"],
    [`${"x".repeat(1000)}|`, "other-program", "not a handshake"],
    ["1|6|unix||grpc|", "other-program", "not a handshake"],
    ["2|6|unix|/tmp/s|grpc|", "unsupported", "version 2 of the handshake"],
    ["1|4|unix|/tmp/s|netrpc", "too-old", '"netrpc" instead of gRPC'],
    ["1|4|unix|/tmp/s", "too-old", '"netrpc" instead of gRPC'],
    ["1|5|unix|/tmp/s|http3|", "unsupported", '"http3" instead of gRPC'],
    ["1|4|unix|/tmp/s|grpc|", "too-old", "version 4 of the provider protocol"],
    ["1|7|unix|/tmp/s|grpc|", "unsupported", "version 7 of the provider protocol"],
    ["1|6|unix|/tmp/s|grpc|MIIB", "unsupported", "requires TLS"],
    ["1|6|tcp|10.1.2.3:80|grpc|", "unsupported", "listens on"],
    ["1|6|udp|127.0.0.1:80|grpc|", "unsupported", "listens on"],
  ];
  test.each(faults)("%s is refused: %s", (line, reason, text) => {
    const refused = () => parseHandshake(line);
    expect(refused).toThrow(HandshakeFault);
    expect(refused).toThrow(
      expect.objectContaining({ reason, message: expect.stringContaining(text) as string }),
    );
  });

  test("any line is a handshake or a HandshakeFault", () => {
    const part = fc.constantFrom("", "1", "5", "6", "unix", "tcp", "grpc", "/tmp/s", "127.0.0.1:1", "x");
    const line = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join("|")),
    );
    fc.assert(
      fc.property(line, (line) => {
        try {
          parseHandshake(line);
        } catch (error) {
          expect(error).toBeInstanceOf(HandshakeFault);
        }
      }),
    );
  });
});
