import { expect, test } from "vitest";
import { grpcStatusName } from "./grpc-status.js";
import {
  isMetadata,
  metadataOf,
  refusedResponse,
  responseEnd,
  type ResponseHeaders,
} from "./response-end.js";

type Headers = Record<string, string | number>;

const head: Headers = { ":status": 200, "content-type": "application/grpc" };

test.each<[Headers, string | undefined]>([
  [head, undefined],
  [{ ":status": 200, "content-type": "application/grpc+proto" }, undefined],
  [{ ":status": 200, "content-type": "application/grpc;charset=utf-8" }, undefined],
  [{ ":status": 200, "content-type": "application/grpc-web" }, "Unknown"],
  [{ ":status": 200, "content-type": "text/html" }, "Unknown"],
  [{ ":status": 200 }, "Unknown"],
  [{ ":status": 503, "content-type": "text/plain" }, "Unavailable"],
  [{ ":status": 404, "content-type": "application/grpc" }, "Unimplemented"],
  [{}, "Unknown"],
])("the first headers %j mean %s", (headers, name) => {
  const error = refusedResponse(headers as ResponseHeaders);
  expect(error === undefined ? undefined : grpcStatusName(error.code)).toBe(name);
});

test.each<[string, Headers, Headers | undefined, string | undefined]>([
  ["status 0", head, { "grpc-status": "0", "grpc-message": "ignored" }, undefined],
  ["another status", head, { "grpc-status": "9", "grpc-message": "100 %25" }, "FailedPrecondition: 100 %"],
  ["no text", head, { "grpc-status": "5" }, "NotFound: The server answered NotFound."],
  ["no trailers", head, undefined, "Unknown: The server ended the response without a status."],
  ["no status in the trailers", head, { a: "b" }, "Unknown: The server ended the response without a status."],
  [
    "an HTTP error",
    { ":status": 502, "content-type": "text/plain" },
    { ":status": 502, "content-type": "text/plain" },
    "Unavailable: The server answered with HTTP status 502 and the content type text/plain.",
  ],
  [
    "a gRPC status with an HTTP error",
    { ":status": 500 },
    { "grpc-status": "7" },
    "PermissionDenied: The server answered PermissionDenied.",
  ],
])("a response that ends with %s", (_, first, last, expected) => {
  const error = responseEnd(first as ResponseHeaders, last as ResponseHeaders);
  expect(error === undefined ? undefined : `${grpcStatusName(error.code)}: ${error.message}`).toBe(expected);
});

test("details may lack padding; metadata comes from both blocks of headers", () => {
  const error = responseEnd(
    { first: "1", both: "1" },
    {
      "grpc-status": "3",
      "grpc-status-details-bin": "CAM",
      both: "2",
    },
  );
  expect(error?.details).toEqual(Uint8Array.of(8, 3));
  expect(error?.metadata).toEqual({ first: "1", both: "2" });
});

test("metadata leaves out the headers of HTTP/2 and gRPC", () => {
  expect(
    metadataOf({
      ":path": "/a",
      "grpc-timeout": "1S",
      te: "trailers",
      name: "value",
      "set-cookie": ["a", "b"],
    }),
  ).toEqual({ name: "value", "set-cookie": "a, b" });
});

test.each([
  ["name", "value", true],
  ["some_name.of-it-bin", "", true],
  ["Name", "value", false],
  ["na me", "value", false],
  ["", "value", false],
  [":path", "/a", false],
  ["grpc-status", "0", false],
  ["te", "trailers", false],
  ["name", "a\nb", false],
  ["name", "ü", false],
])("metadata %j: %j is valid: %s", (name, value, isValid) => {
  expect(isMetadata([name, value])).toBe(isValid);
});
