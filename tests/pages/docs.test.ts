import { testPages } from "./pages.js";

testPages((path) => path.startsWith("docs/") && !path.startsWith("docs/guides/"));
