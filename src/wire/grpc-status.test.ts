import { expect, test } from "vitest";
import { GrpcStatus, grpcStatusName, parseGrpcStatus, statusOfHttp, statusOfReset } from "./grpc-status.js";

test.each([
  ["0", "Ok"],
  ["1", "Canceled"],
  ["14", "Unavailable"],
  ["16", "Unauthenticated"],
  ["17", "Unknown"],
  ["", "Unknown"],
  ["-1", "Unknown"],
  ["0x1", "Unknown"],
  ["5, 5", "Unknown"],
])("the status %j is %s", (text, name) => {
  expect(grpcStatusName(parseGrpcStatus(text))).toBe(name);
});

test("each code is the position of its name", () => {
  expect(Object.values(GrpcStatus)).toEqual([...Object.keys(GrpcStatus).keys()]);
});

test.each([
  [400, "Internal"],
  [401, "Unauthenticated"],
  [403, "PermissionDenied"],
  [404, "Unimplemented"],
  [429, "Unavailable"],
  [502, "Unavailable"],
  [503, "Unavailable"],
  [504, "Unavailable"],
  [200, "Unknown"],
  [418, "Unknown"],
  [500, "Unknown"],
  [NaN, "Unknown"],
])("HTTP status %d without a gRPC status is %s", (status, name) => {
  expect(grpcStatusName(statusOfHttp(status))).toBe(name);
});

test.each([
  [0, "Internal"],
  [1, "Internal"],
  [2, "Internal"],
  [3, "Internal"],
  [7, "Unavailable"],
  [8, "Canceled"],
  [11, "ResourceExhausted"],
  [12, "PermissionDenied"],
  [99, "Internal"],
])("a stream reset with HTTP/2 error code %d is %s", (code, name) => {
  expect(grpcStatusName(statusOfReset(code))).toBe(name);
});
