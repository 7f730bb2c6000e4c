/**
 * A script that fetches a package from a registry and prints the run as JSON. It runs as its own process, because Node reads
 * `NODE_EXTRA_CA_CERTS` when it starts.
 */
import { networkSources } from "../../../src/provider/terraform/install/registry/index.js";
import { noCliConfiguration } from "../../../src/terraform/source/index.js";
import { fetchRun, wantedBox } from "./source-runs.js";

const host = process.argv[2]!;
const source = networkSources(noCliConfiguration, { backoffMs: 1 }).registry(host);
const { progress: _, ...run } = await fetchRun(source, { address: { ...wantedBox.address, host } });
process.stdout.write(JSON.stringify(run));
