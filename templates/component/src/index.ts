/** What programs import from this package. */
export { Site, type SiteArgs } from "./site.js";
