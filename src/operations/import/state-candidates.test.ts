import { expect, it } from "vitest";
import { indexSnapshot } from "../../state/index.js";
import type { ObjectRow, ResourceRow, Snapshot } from "../../model/index.js";
import type { ForeignObject, ForeignRecord } from "../../provider/contract/index.js";
import { stateCandidates } from "./state-candidates.js";

const record: ForeignRecord = {
  schemaVersion: 0,
  attributes: "{}",
  private: undefined,
  identity: undefined,
  identityVersion: 0,
  sensitive: [],
};

const net: ForeignObject = {
  address: "cloud_net.main",
  type: "tf_cloud:cloud_net",
  name: "main",
  notes: [],
  provider: undefined,
  obstacle: undefined,
  current: record,
  isTainted: false,
  id: "net-1",
  replaced: [],
  needs: [],
};

const place = { stack: "dev", project: "shop" };
const urn = "urn:pulumi:dev::shop::tf_cloud:cloud_net::main";

function row(more: Partial<ResourceRow>): ResourceRow {
  const usual = {
    rid: 1,
    urn,
    type: net.type,
    name: "main",
    kind: "custom",
    options: {},
    origin: [],
  } as const;
  return { ...usual, ...more };
}

function decisionFor(object: Partial<ForeignObject>, rows: readonly ResourceRow[] = [], id = "net-1") {
  const objects = rows.map(({ rid, type }): [string, ObjectRow] => {
    const stored = { type, schemaVersion: 1, id, inputs: {}, outputs: {} };
    return [`${rid}.1`, { rid, generation: 1, status: "current", stored, baseline: {}, edges: [] }];
  });
  const snapshot: Snapshot = {
    lineage: "l",
    head: 1,
    nextRid: 9,
    resources: new Map(rows.map((each) => [each.rid, each])),
    objects: new Map(objects),
    open: new Map(),
    outputs: {},
    moves: [],
    seen: [],
  };
  const [candidate] = stateCandidates([{ ...net, ...object }], indexSnapshot(snapshot), place);
  expect(candidate!.urn).toBe(urn);
  return candidate!.decision;
}

const eu = row({ rid: 2, urn: "eu", type: "pulumi:providers:tf_cloud", name: "eu", kind: "provider" });

it("decides what happens to an object", () => {
  expect(decisionFor({})).toEqual({ kind: "import", record, provider: undefined });
  expect(decisionFor({}, [row({})])).toEqual({ kind: "already" });
  expect(decisionFor({ id: undefined }, [row({})])).toEqual({ kind: "already" });
  expect(decisionFor({}, [row({})], "net-2")).toMatchObject({ kind: "left" });
  expect(decisionFor({}, [row({ kind: "external" })])).toMatchObject({ kind: "left" });
  const obstacle = { reason: "r", remedy: "do" };
  expect(decisionFor({ obstacle })).toEqual({ kind: "left", obstacle });
  expect(decisionFor({ provider: { name: "eu", remedy: "declare" } }, [eu])).toEqual({
    kind: "import",
    record,
    provider: eu,
  });
  expect(decisionFor({ provider: { name: "us", remedy: "declare" } }, [eu])).toMatchObject({
    kind: "left",
    obstacle: { remedy: "declare" },
  });
});
