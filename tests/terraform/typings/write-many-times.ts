import { writeTypings } from "../../../src/provider/terraform/typings/index.js";

/** A process that writes the modules of a provider again and again, each time all with its own text. */
const [projectFolder = "", text = "", times = "1"] = process.argv.slice(2);
for (let time = 0; time < Number(times); time++)
  writeTypings(
    projectFolder,
    { name: "random", version: text, identity: text },
    ["index.js", "index.d.ts", "data/a.js", "data/b.js"].map((file) => ({ path: `random/${file}`, text })),
  );
