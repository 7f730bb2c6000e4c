import { testPages } from "./pages.js";

testPages((path) => /^docs\/(providers|packages|coming-from)\//.test(path));
