import { expect, test } from "vitest";
import { listeningInodes } from "./port-claims.js";

const table = `
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000 100
   1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0000 20
   2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12 1 0000 100
`;

test.each([
  [8080, ["4711"]],
  [80, ["12"]],
  [8081, []],
])("who listens on %d", (port, inodes) => {
  expect(listeningInodes(table, port)).toEqual(inodes);
});
