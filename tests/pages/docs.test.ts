import { testPages } from "./pages.js";

testPages(
  (path) => path.startsWith("docs/") && !/^docs\/(guides|providers|packages|coming-from)\//.test(path),
);
