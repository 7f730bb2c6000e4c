import type { ClassCode } from "../../../model/index.js";
import { JSON } from "../../../std/plain-json.js";

/** Returns the generic class of a type such as `tf_random:random_password`, as programs make it. */
export function genericClass(type: string): ClassCode {
  const colon = type.indexOf(":");
  const packageName = type.slice(0, colon);
  const ofProvider = type.slice(colon + 1);
  const usual = `tf_${ofProvider.split("_", 1)[0]}`;
  const options = usual === packageName ? "" : `, { package: ${JSON.stringify(packageName)} }`;
  return {
    kind: "made",
    name: ofProvider.replace(/(?:^|[_-]+)([^_-])/g, (_, first: string) => first.toUpperCase()),
    imports: ['import * as terraform from "@coconut/coconut/terraform";'],
    expression: `terraform.resource(${JSON.stringify(ofProvider)}${options})`,
  };
}
