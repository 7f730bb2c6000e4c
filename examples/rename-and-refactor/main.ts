import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
import { Password } from "@coconut/coconut/random";

const stack = coconut.getStack();

const pw = new Password("pw", { length: 20, special: false });
const file = new File("file", {
  path: `out/${stack}.env`,
  content: coconut.interpolate`DATABASE_URL=postgres://app:${pw.result}@localhost/shop\n`,
  mode: "0600",
});

export const password = pw.result;
export const path = file.path;
