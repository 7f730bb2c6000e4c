import { defineProvider } from "../../provider/index.js";
import * as v from "valibot";
import { ProcessKeeper } from "./process-keeper.js";

/** The provider of `process:index:Process`. */
export const processProvider = defineProvider({
  package: "process",
  version: "1.0.0",
  config: {
    /** Where records and logs are kept; from the project's folder. */
    folder: v.optional(v.string(), ".coconut/processes"),
  },
  connect: ({ folder }) => new ProcessKeeper(folder),
});
