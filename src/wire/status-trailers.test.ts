import { expect, test } from "vitest";
import { GrpcError } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";
import { responseEnd } from "./response-end.js";
import { statusTrailers } from "./status-trailers.js";

test("success is a status alone", () => {
  expect(statusTrailers(undefined)).toEqual({ "grpc-status": "0" });
});

test("an error comes back as it was", () => {
  const metadata = { reason: "because" };
  const sent = new GrpcError(GrpcStatus.Aborted, "zwölf\n%", { details: Uint8Array.of(0, 255), metadata });
  const { code, message, details } = sent;
  expect(responseEnd({}, statusTrailers(sent))).toMatchObject({ code, message, details, metadata });
});

test("metadata cannot replace the status, and invalid metadata is left out", () => {
  const metadata = { "grpc-status": "0", "a b": "c" };
  expect(statusTrailers(new GrpcError(GrpcStatus.Internal, "", { metadata }))).toEqual({
    "grpc-status": "13",
  });
});

test.each(["x", "ü", "\u{1f965}"])(
  "a long message of %s is shortened, and long details are left out",
  (text) => {
    const error = new GrpcError(GrpcStatus.Unknown, text.repeat(1e6), { details: new Uint8Array(1e6) });
    const trailers = statusTrailers(error);
    expect(Object.keys(trailers)).toEqual(["grpc-status", "grpc-message"]);
    expect(trailers["grpc-message"]?.length).toBeLessThanOrEqual(18_003);
    expect(responseEnd({}, trailers)?.message).toMatch(/\.\.\.$/);
  },
);
