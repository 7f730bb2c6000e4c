import { test } from "vitest";
import { secret } from "@coconut/coconut";
import { testProvider } from "@coconut/coconut/testing";
import {
  Id,
  Integer,
  Password,
  Pet,
  random,
  Shuffle,
  String,
  Uuid,
} from "../../src/providers/random/index.js";

let made = 0;
const keepers = () => ({ made: `${++made}` });
const onlyInState = true;

const tests = testProvider(random, [
  {
    type: Id,
    create: () => ({ byteLength: 8, keepers: keepers() }),
    replace: (inputs) => ({ ...inputs, byteLength: 9 }),
    onlyInState,
  },
  {
    type: Pet,
    create: () => ({ words: 4, keepers: keepers() }),
    replace: (inputs) => ({ ...inputs, words: 3 }),
    onlyInState,
  },
  {
    type: Password,
    create: () => ({ length: 20, keepers: keepers() }),
    replace: (inputs) => ({ ...inputs, length: 21 }),
    secret: (text) => ({ length: 20, keepers: { text: secret(text) } }),
    onlyInState,
  },
  {
    type: String,
    create: () => ({ length: 20, keepers: keepers() }),
    replace: (inputs) => ({ ...inputs, length: 21 }),
    secret: (text) => ({ length: 20, overrideSpecial: secret(text) }),
    onlyInState,
  },
  {
    type: Integer,
    create: () => ({ min: 0, max: 2 ** 40, keepers: keepers() }),
    replace: (inputs) => ({ ...inputs, min: -1 }),
    onlyInState,
  },
  {
    type: Uuid,
    create: () => ({ keepers: keepers() }),
    replace: () => ({ keepers: keepers() }),
    onlyInState,
  },
  {
    type: Shuffle,
    create: () => ({ inputs: ["a", "b", "c"], keepers: keepers() }),
    replace: (inputs) => ({ ...inputs, resultCount: 2 }),
    onlyInState,
  },
]);

test.each(tests)("$name", ({ run }) => run());
