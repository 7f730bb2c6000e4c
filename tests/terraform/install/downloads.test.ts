import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registrySource } from "../../../src/provider/terraform/install/registry/index.js";
import type { Timer } from "../../../src/std/timer.js";
import type { RegistryFaults } from "./registry-faults.js";
import { startRegistryServer, thisPlatform, type RegistryServer } from "./registry-server.js";
import { fetchRun, problemText, thrownText, wantedBox } from "./source-runs.js";

const box = {
  namespace: "example",
  type: "box",
  version: "1.2.0",
  files: { "terraform-provider-box_v1.2.0": randomBytes(1_000_000) },
  platforms: [thisPlatform],
};
const half = 500_000;
const always = Number.POSITIVE_INFINITY;
let server: RegistryServer;

beforeAll(async () => {
  server = await startRegistryServer([box]);
});
beforeEach(() => server.misbehave({}));
afterAll(() => server.close());

/** Waits for nothing, and remembers for how long it should have. Stalls happen when a test says so. */
function testTimer(): Timer & { readonly waits: number[]; readonly stalls: Set<() => void> } {
  const waits: number[] = [];
  const stalls = new Set<() => void>();
  return {
    waits,
    stalls,
    after(delayMs, run) {
      if (delayMs === stallMs) {
        stalls.add(run);
        return () => stalls.delete(run);
      }
      waits.push(delayMs);
      const handle = setImmediate(run);
      return () => clearImmediate(handle);
    },
  };
}

const stallMs = 60_000;

function source(timer: Timer = testTimer()) {
  return registrySource({
    host: "example.com",
    services: server.services,
    backoffMs: 100,
    stallMs,
    environment: {},
    timer,
  });
}

function rangesAsked(): (string | undefined)[] {
  return server.requests.filter(({ path }) => path.endsWith(".zip")).map(({ headers }) => headers.range);
}

const rest = expect.stringMatching(/^bytes=[1-9]\d*-$/);

test.each<[server: string, faults: RegistryFaults, ranges: unknown[]]>([
  ["supports ranges", {}, [undefined, rest]],
  ["sends whole archives only", { ranges: "none" }, [undefined, rest]],
  ["has no ETag", { ranges: "no etag" }, [undefined, undefined]],
  ["has another archive by then", { ranges: "another etag" }, [undefined, rest]],
  ["sends another part than was asked for", { ranges: "wrong start" }, [undefined, rest, undefined]],
  ["refuses the range", { ranges: "refused" }, [undefined, rest, undefined]],
  [
    "closes the connection three times",
    { cut: { times: 3, afterBytes: 300_000 } },
    [undefined, rest, rest, rest],
  ],
])("a download continues after a closed connection if the server %s", async (_, faults, ranges) => {
  server.misbehave({ cut: { times: 1, afterBytes: half }, ...faults });
  const { files, problem, progress } = await fetchRun(source());
  expect(problem).toBeUndefined();
  expect(files).toEqual(["terraform-provider-box_v1.2.0"]);
  expect(rangesAsked()).toEqual(ranges);
  const [received, total] = progress.at(-1)!;
  expect(received).toBe(total);
});

test("a server that closes every connection at the same byte is given up, and nothing is left", async () => {
  server.misbehave({ cut: { times: always, afterBytes: half }, ranges: "none" });
  const { files, problem } = await fetchRun(source());
  expect(problemText(problem)).toMatch(
    /^provider\/terraform-download: The connection was closed repeatedly during the download of http:\S+\.zip, last after \d+ of \d+ bytes\.$/,
  );
  expect(files).toEqual([]);
  // What the system had received but not delivered is lost, so the bytes differ a little.
  expect(rangesAsked().length).toBeGreaterThanOrEqual(4);
});

test("a stalled download is started again, and given up if it stalls every time", async () => {
  server.misbehave({ hang: /\.zip$/, ranges: "none" });
  const timer = testTimer();
  const onProgress = (received: number) => {
    // The server has sent half of the archive, and sends nothing more.
    if (received >= half) for (const stall of timer.stalls) stall();
  };
  const { files, problem } = await fetchRun(source(timer), {}, { onProgress });
  expect(problemText(problem)).toMatch(
    /^provider\/terraform-download: http:\S+\.zip sent no data for 1 minute\.$/,
  );
  expect(files).toEqual([]);
  expect(rangesAsked()).toHaveLength(4);
});

test("a stalled document is requested again", async () => {
  server.misbehave({ hang: /versions$/ });
  const timer = testTimer();
  const versions = thrownText(source(timer).versions(wantedBox.address, undefined));
  const watch = setInterval(() => {
    for (const stall of timer.stalls) stall();
  }, 50);
  expect(await versions).toMatch(
    /^provider\/terraform-download: http:\S+versions sent no data for 1 minute\.$/,
  );
  clearInterval(watch);
  expect(timer.waits).toEqual([100, 200, 400]);
});

test("nothing is left after an abort during the download", async () => {
  server.misbehave({ hang: /\.zip$/ });
  const controller = new AbortController();
  const reason = new Error("interrupted by the user");
  const { error, files } = await fetchRun(
    source(),
    {},
    { signal: controller.signal, onProgress: () => controller.abort(reason) },
  );
  expect(error).toBe(reason);
  expect(files).toEqual([]);
});

test("an aborted signal sends no request", async () => {
  const signal = AbortSignal.abort(new Error("interrupted by the user"));
  await expect(source().versions(wantedBox.address, signal)).rejects.toThrow("interrupted by the user");
  expect(server.requests).toEqual([]);
});

test("a slow server is waited for", async () => {
  server.misbehave({ delayMs: 20 });
  expect((await fetchRun(source())).files).toHaveLength(1);
});

test.each<[statuses: number[], retryAfter: string | undefined, waits: number[]]>([
  [[500], undefined, [100]],
  [[500, 502, 503], undefined, [100, 200, 400]],
  [[429], "7", [7000]],
  [[503, 429], "0", [100, 200]],
  [[429], "Wed, 21 Oct 2015 07:28:00 GMT", [100]],
  [[429], "soon", [100]],
])("after the statuses %j with Retry-After %s, it waits %j", async (statuses, retryAfter, waits) => {
  server.misbehave({
    first: { path: /\.zip$/, statuses, ...(retryAfter === undefined ? {} : { retryAfter }) },
  });
  const timer = testTimer();
  expect((await fetchRun(source(timer))).files).toHaveLength(1);
  expect(timer.waits).toEqual(waits);
});

test.each<[statuses: number[], retryAfter: string | undefined, text: string, requests: number]>([
  [[503, 503, 503, 503], undefined, "returned status 503, 4 times.", 4],
  [[429], "3600", "returned status 429 and asks to wait 1 hour.", 1],
  [[404], undefined, "returned status 404.", 1],
  [[403], undefined, "returned status 403.", 1],
  [[501], undefined, "returned status 501.", 1],
])("the statuses %j with Retry-After %s end the download", async (statuses, retryAfter, text, requests) => {
  server.misbehave({
    first: { path: /\.zip$/, statuses, ...(retryAfter === undefined ? {} : { retryAfter }) },
  });
  const { files, problem } = await fetchRun(source());
  expect(problemText(problem)).toBe(
    `provider/terraform-download: The server of ${server.origin}/files/terraform-provider-box_1.2.0_${thisPlatform}.zip ${text}`,
  );
  expect(files).toEqual([]);
  expect(rangesAsked()).toHaveLength(requests);
});

test("a server that does not run is tried four times", async () => {
  const gone = await startRegistryServer([]);
  await gone.close();
  const timer = testTimer();
  const registry = registrySource({
    host: "example.com",
    services: gone.services,
    backoffMs: 100,
    stallMs,
    timer,
  });
  expect(await thrownText(registry.versions(wantedBox.address, undefined))).toBe(
    `provider/terraform-download: Cannot connect to ${gone.origin}/v1/providers/example/box/versions: connect ECONNREFUSED ${gone.host}.`,
  );
  expect(timer.waits).toEqual([100, 200, 400]);
});

test("a redirected archive is downloaded from there", async () => {
  const other = await startRegistryServer([]);
  other.misbehave({
    redirect: (path) => (path.startsWith("/moved/") ? `${server.origin}${path.slice(6)}` : undefined),
  });
  server.misbehave({
    offer: {
      download_url: `${other.origin}/moved/files/terraform-provider-box_1.2.0_${thisPlatform}.zip?key=1`,
    },
  });
  expect((await fetchRun(source())).files).toHaveLength(1);
  await other.close();
});

test("two downloads of the same package at the same time both succeed", async () => {
  const runs = await Promise.all([fetchRun(source()), fetchRun(source())]);
  expect(runs.map(({ files }) => files.length)).toEqual([1, 1]);
});
