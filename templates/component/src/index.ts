/** The exports of this package. */
export { Site, type SiteArgs } from "./site.js";
