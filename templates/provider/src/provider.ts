import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
import { Notebook } from "./notebook.js";

/** The package `notes`. It prefixes resource types and configuration keys, as in `coco config set notes:folder …`. */
export const notes = defineProvider({
  package: "notes",
  version: "0.1.0",
  config: { folder: v.optional(v.string(), "notes") },
  connect: ({ folder }) => new Notebook(folder),
});
