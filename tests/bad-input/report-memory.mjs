// Loaded before `coco`: says at the end how much memory the process had at most, in kilobytes. What it starts is not told
// where to.
import { writeFileSync } from "node:fs";

const file = process.env.COCONUT_TEST_MEMORY;
if (file !== undefined)
  process.on("exit", () => {
    writeFileSync(file, String(process.resourceUsage().maxRSS));
  });
