import { testPages } from "./pages.js";

testPages((path) => path.startsWith("docs/guides/"));
