import { expect, test } from "vitest";
import { moduleOutputs } from "./record-program.js";

test("what a module exports is an output, but for functions, classes and the mark of compilers", () => {
  const exports = {
    url: "x",
    port: 0,
    nothing: undefined,
    main: () => {},
    Site: class {
      readonly a = 1;
    },
    __esModule: true,
  };
  expect(moduleOutputs(exports)).toEqual({ url: "x", port: 0, nothing: undefined });
});
