// Loaded before `coco`: says at the end how much memory the process had at most, in kilobytes.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  writeFileSync(process.env.COCONUT_TEST_MEMORY, String(process.resourceUsage().maxRSS));
});
