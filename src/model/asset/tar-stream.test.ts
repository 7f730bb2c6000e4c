import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { tarEnd, tarHeader, tarPadding } from "./tar-stream.js";

/** Made with the ecosystem's own tar writer. */
const streams: readonly (readonly [
  what: string,
  files: readonly (readonly [string, string])[],
  hash: string,
])[] = [
  ["nothing", [], "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"],
  ["one file", [["foo", "a test asset"]], "27ab4a14a617df10cff3e1cf4e30cf510302afe56bf4cc91f84041c9f7b62fd8"],
  ["an empty file", [["foo", ""]], "d2587a875f82cdf3d3e6cfe9f8c6e6032be5dde8c344466e664e628da15757b0"],
  [
    "two files",
    [
      ["file1", "hello"],
      ["file2", "world"],
    ],
    "2a03253646ce4693e16b6e03194e1d849163f7f32fdcd00ed0fd7238a86b0c77",
  ],
  [
    "a name of 100 bytes",
    [["n".repeat(100), "x"]],
    "c947a00bf2f5ef902e20488de87314fdf83c9d55d2675ee74f0efe30a842adb8",
  ],
  [
    "a longer one that can be split",
    [[`folder/${"n".repeat(99)}`, "x"]],
    "211e84d462ccfcc755e80df40f108b2b4923004e47bf8a37f0fdbd2086ce2ae0",
  ],
  [
    "the longest that can be split",
    [[`${"d".repeat(155)}/${"n".repeat(100)}`, "x"]],
    "4b835a14e0882fe071a52dfcb68a019b8742340ee003934d51ab72200151da3e",
  ],
  [
    "one segment over 100 bytes",
    [["n".repeat(101), "x"]],
    "2fea9249863ed8bb63ec05b478f2a6c421b582614939fd40bce717c84e009da1",
  ],
  [
    "a folder over 155 bytes",
    [[`${"d".repeat(156)}/${"n".repeat(100)}`, "x"]],
    "bc2f1fa2331421bf34d44d661edd2eb8921f4ec2326cbffa7767270ca84f8343",
  ],
  [
    "non-ASCII letters",
    [["grüße/日本語.txt", "x"]],
    "3e5073cbbffe5064f2cbf73d309016d25d38455ef1d27a6e87a798c086ade0de",
  ],
  ["nothing but an emoji", [["😀", "x"]], "4cb5081b1df669cf22ee6d896f3f91515ecdd2f68992f5734502457ac38716a7"],
  [
    "many non-ASCII folders",
    [[`${"é/".repeat(60)}naïve.txt`, "x"]],
    "cfa1d54cef4f0795317215607d630b9ef81b83947171caf023a013693f25f8b2",
  ],
  [
    "a cut between two slashes",
    [[`${"d".repeat(98)}/é/${"n".repeat(10)}`, "x"]],
    "041b37a57ebb486252527618ed0a40bce094f78aa7adcb24f4409adb965d96ce",
  ],
  [
    "a cut after a slash",
    [[`${"d".repeat(99)}/é${"n".repeat(10)}`, "x"]],
    "0442bc4003114670aa588232f3693ce86b44fdf08aea5b59fdca34a537f83880",
  ],
];

test.each(streams)("the stream of %s", (_what, files, expected) => {
  const hash = createHash("sha256");
  for (const [name, text] of files) {
    const content = new TextEncoder().encode(text);
    hash.update(tarHeader(name, content.length)).update(content).update(tarPadding(content.length));
  }
  expect(hash.update(tarEnd).digest("hex")).toBe(expected);
});

describe("sizes", () => {
  test.each([
    [
      "the largest that fits",
      "huge.bin",
      2 ** 33 - 1,
      "063a78e55817b0c759f95b82c2905c37a35911a384f0b0c7c7a0c7178f994b41",
    ],
    [
      "one that does not",
      "huge.bin",
      2 ** 33,
      "ba890f2e28f945a1a3fe22258d5f5677709991781fa58a1c604382ac9dbc52fa",
    ],
    [
      "neither name nor size",
      `${"d".repeat(100)}/huge.bin`,
      2 ** 33,
      "04e33ee3f094742c070a110ff2889d062b378893e3608efccacadd546691d60c",
    ],
  ])("the header of %s", (_what, name, size, expected) => {
    expect(createHash("sha256").update(tarHeader(name, size)).digest("hex")).toBe(expected);
  });

  test.each([
    [0, 0],
    [1, 511],
    [511, 1],
    [512, 0],
    [513, 511],
  ])("%i bytes are followed by %i", (size, padding) => {
    expect(tarPadding(size)).toEqual(new Uint8Array(padding));
  });
});
