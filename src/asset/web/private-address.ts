import { BlockList, isIP } from "node:net";

/**
 * True for addresses outside the public internet: loopback, private, link-local (where clouds serve credentials),
 * shared, multicast, documentation and reserved ranges. An IPv4 address inside an IPv6 address is treated as IPv4. Text
 * that is not an address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  const { privateRanges, publicIPv6 } = ranges();
  const bare = address.replace(/^\[|\]$|%.*$/g, "");
  if (isIP(bare) === 4) return privateRanges.check(bare, "ipv4");
  if (isIP(bare) !== 6) return true;
  const embedded = embeddedIPv4(groupsOf(bare));
  if (embedded !== undefined) return privateRanges.check(embedded, "ipv4");
  return !publicIPv6.check(bare, "ipv6") || privateRanges.check(bare, "ipv6");
}

/** Made on first use: most programs download nothing. */
function ranges(): { readonly privateRanges: BlockList; readonly publicIPv6: BlockList } {
  return (madeRanges ??= makeRanges());
}

let madeRanges: ReturnType<typeof makeRanges> | undefined;

function makeRanges() {
  const privateRanges = new BlockList();
  for (const [network, prefix] of privateIPv4) privateRanges.addSubnet(network, prefix, "ipv4");
  for (const [network, prefix] of privateIPv6) privateRanges.addSubnet(network, prefix, "ipv6");
  const publicIPv6 = new BlockList();
  publicIPv6.addSubnet("2000::", 3, "ipv6");
  return { privateRanges, publicIPv6 };
}

const privateIPv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Ranges inside the public one that are not public: protocol assignments with Teredo, and documentation. */
const privateIPv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
] as const;

/**
 * Returns the IPv4 address inside a mapped (::ffff:a.b.c.d), translated (64:ff9b::a.b.c.d) or 6to4 (2002:…) address.
 */
function embeddedIPv4(groups: readonly number[]): string | undefined {
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const head = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(":");
  if (head === "0:0:0:0:0:ffff" || head === "64:ff9b:0:0:0:0") return dotted(groups[6]!, groups[7]!);
  if (groups[0] === 0x2002) return dotted(groups[1]!, groups[2]!);
  return undefined;
}

/** Returns the eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser turns a dotted tail into groups and leaves at most one `::`.
  const [head, tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const parse = (text: string | undefined) =>
    text === undefined || text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const before = parse(head);
  const after = parse(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
