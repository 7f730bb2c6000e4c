/**
 * What a create or update would come to: the rules that all typed resources share. Of hooks it asks only those
 * that change nothing.
 */
export { planResource } from "./plan-resource.js";
