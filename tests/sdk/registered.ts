import { testProgram } from "@coconut/coconut/testing";
import type { Registration } from "../../src/model/index.js";
import { registrationOf } from "../../src/sdk/internal.js";

/** What a program registers for the resource that it returns. */
export async function registered(make: () => object): Promise<Registration> {
  let made!: object;
  await testProgram(() => {
    made = make();
  });
  return registrationOf(made);
}
