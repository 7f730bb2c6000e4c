export { openPackage } from "./open-package.js";
