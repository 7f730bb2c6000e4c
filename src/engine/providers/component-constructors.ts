import type { Registration } from "../../model/index.js";
import type { PackageHost } from "../../provider/contract/index.js";
import type { ConstructComponent, Recorder } from "../../sdk/internal.js";
import { accepted } from "./accepted.js";
import { checkVersion } from "./check-version.js";

/** Finds what makes the components of packages, while the program runs. */
export function componentConstructors(
  host: (program: Recorder) => PackageHost,
): (recorder: Recorder, component: Registration) => Promise<ConstructComponent> {
  let packages: PackageHost | undefined;
  return async (recorder, component) => {
    packages ??= host(recorder);
    const loaded = accepted(await packages.forResource(component));
    checkVersion(loaded, { who: component.type, version: component.options.version });
    return accepted(loaded.package.constructorOf(component.type));
  };
}
