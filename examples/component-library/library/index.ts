/** A library of components is a folder of classes: share it as files, or as a package of its own. */
export { Roster, type RosterArgs } from "./roster.js";
export { WebService, type WebServiceArgs } from "./web-service.js";
