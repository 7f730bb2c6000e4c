/** Builds the Terraform providers that tests start, and prints where they are. */
import { buildProviders } from "../tests/terraform/providers/build-providers.js";

for (const [name, build] of Object.entries(buildProviders(process.cwd()))) {
  if (build.kind === "built") console.log(`${name}: ${build.file}`);
  else {
    console.error(build.reason);
    process.exitCode = 1;
  }
}
