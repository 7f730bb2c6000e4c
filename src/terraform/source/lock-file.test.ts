import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { withLocked, withoutLocked, type LockEdit } from "./edit-lock-file.js";
import { parseLockFile, type LockedProvider } from "./lock-file.js";

const byTerraform = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "example.com/acme/local" {
  version     = "1.4.1"
  constraints = "~> 1.4"
  hashes = [
    "h1:9CHvyhzki5GPLCXMBAJgPTbXY0WrIejFAurPodqc/Pc=",
    "zh:0123",
  ]
}

provider "example.com/acme/tiny" {
  version = "2.0.0"
  hashes = [
    "h1:aIxNQuYMTz1tNYjdjYZ/7SUKbpBAJT5OqgjbrrI7g68=",
  ]
}
`;

const address = (type: string) => ({ host: "example.com", namespace: "acme", type });
const local: LockedProvider = {
  address: address("local"),
  version: "1.4.1",
  constraints: "~> 1.4",
  hashes: ["h1:9CHvyhzki5GPLCXMBAJgPTbXY0WrIejFAurPodqc/Pc=", "zh:0123"],
};
const tiny: LockedProvider = {
  address: address("tiny"),
  version: "2.0.0",
  hashes: ["h1:aIxNQuYMTz1tNYjdjYZ/7SUKbpBAJT5OqgjbrrI7g68="],
};
const other = (type: string): LockedProvider => ({
  address: address(type),
  version: "1.0.0",
  hashes: ["h1:b", "h1:a", "h1:b"],
});
const otherText = (type: string) => `provider "example.com/acme/${type}" {
  version = "1.0.0"
  hashes = [
    "h1:a",
    "h1:b",
  ]
}
`;

function edited(edit: LockEdit): string {
  if (edit.kind === "fault") throw new Error(JSON.stringify(edit.fault));
  return edit.text;
}

it("reads a lock file of Terraform", () => {
  expect(parseLockFile(byTerraform)).toEqual({ kind: "lock", providers: [local, tiny] });
});

it("keeps hashes of unknown kinds and ignores other blocks", () => {
  const text = `module "x" {}\nprovider "example.com/acme/a" {\n  version = "1.0.0"\n  hashes = ["q9:x"]\n}`;
  expect(parseLockFile(text)).toEqual({
    kind: "lock",
    providers: [{ address: address("a"), version: "1.0.0", hashes: ["q9:x"] }],
  });
  expect(parseLockFile("")).toEqual({ kind: "lock", providers: [] });
});

const block = (content: string, name = '"example.com/acme/a"') => `\nprovider ${name} {\n${content}\n}`;
const faults: Record<string, [text: string, position: string, says: string]> = {
  "no version": [block(""), "2:1", 'version of the provider "example.com/acme/a" must be a version'],
  "a wrong version": [block('  version = "v1"'), "3:3", "must be a version"],
  "wrong constraints": [block('  version = "1.0.0"\n  constraints = []'), "4:3", "constraints"],
  "wrong hashes": [block('  version = "1.0.0"\n  hashes = ["abc"]'), "4:3", "hashes"],
  "a short address": [block("", '"acme/a"'), "2:1", 'provider "host/namespace/type"'],
  "two labels": [block("", '"a" "b"'), "2:1", 'provider "host/namespace/type"'],
  "the same provider twice": [block('  version = "1.0.0"').repeat(2), "5:1", "is locked twice"],
  "an expression": [block("  version = local.version"), "3:13", "found the expression"],
  "a conflict": ["# a\n<<<<<<< HEAD\n=======\n>>>>>>> branch\n", "2:1", "conflict marker of git"],
  "half a conflict": ["=======\n", "1:1", "conflict marker of git"],
};

test.each(Object.entries(faults))("says where a lock file has %s", (_, [text, position, says]) => {
  const result = parseLockFile(text);
  if (result.kind === "lock") throw new Error("accepted");
  const { line, column, problem } = result.fault;
  expect(`${line}:${column}`).toBe(position);
  expect(problem).toContain(says);
  expect(withLocked(text, local)).toEqual(result);
  expect(withoutLocked(text, local.address)).toEqual(result);
});

describe("a change of the lock file", () => {
  const header = byTerraform.slice(0, byTerraform.indexOf("provider"));

  it("is what Terraform writes", () => {
    const text = edited(withLocked(edited(withLocked(header, tiny)), local));
    expect(text).toBe(byTerraform);
  });

  it("begins a new file with a header", () => {
    const text = edited(withLocked(undefined, tiny));
    expect(text).toMatch(/^# .*Coconut[^]*\n\nprovider "example.com\/acme\/tiny" \{\n/);
    expect(parseLockFile(text)).toEqual({ kind: "lock", providers: [tiny] });
  });

  it("inserts a provider by its address", () => {
    expect(edited(withLocked(byTerraform, other("a")))).toBe(
      byTerraform.replace(header, `${header}${otherText("a")}\n`),
    );
    expect(edited(withLocked(byTerraform, other("m")))).toBe(
      byTerraform.replace(
        'provider "example.com/acme/tiny',
        `${otherText("m")}\nprovider "example.com/acme/tiny`,
      ),
    );
    expect(edited(withLocked(byTerraform, other("z")))).toBe(`${byTerraform}\n${otherText("z")}`);
  });

  it("keeps all bytes of other entries, and comments with the entry below them", () => {
    const odd = `provider   "example.com/acme/b" {version="1.0.0"} // keep\n# about y\n//and more\nprovider "example.com/acme/y" {\n version = "1.0.0" }\n# end`;
    expect(edited(withLocked(odd, other("c")))).toBe(odd.replace("# about", `${otherText("c")}\n# about`));
    expect(edited(withLocked(odd, other("z")))).toBe(
      odd.replace('"1.0.0" }\n# end', `"1.0.0" }\n\n${otherText("z")}# end`),
    );
    expect(edited(withLocked(odd, { ...other("b"), version: "2.0.0" }))).toContain("} // keep\n# about y");
  });

  it("keeps a file that has the same entry in another format", () => {
    const odd = `provider "example.com/acme/a" {hashes=["h1:b","h1:a"]\nversion="1.0.0"}`;
    expect(edited(withLocked(odd, other("a")))).toBe(odd);
  });

  it("keeps the line breaks of Windows", () => {
    const text = byTerraform.replaceAll("\n", "\r\n");
    expect(edited(withLocked(edited(withLocked(header.replaceAll("\n", "\r\n"), tiny)), local))).toBe(text);
    expect(parseLockFile(text)).toEqual({ kind: "lock", providers: [local, tiny] });
  });

  it("removes a provider", () => {
    for (const type of ["a", "m", "z"]) {
      const added = edited(withLocked(byTerraform, other(type)));
      expect(edited(withoutLocked(added, address(type)))).toBe(byTerraform);
    }
    expect(edited(withoutLocked(byTerraform, address("none")))).toBe(byTerraform);
    expect(
      edited(withoutLocked(edited(withoutLocked(byTerraform, local.address)), tiny.address)).trim(),
    ).toBe(header.trim());
  });
});

const providers = fc.record({
  address: fc.constantFrom("a", "b", "c", "d").map(address),
  version: fc.constantFrom("1.0.0", "2.0.0-rc.1"),
  constraints: fc.string({ minLength: 1, unit: "grapheme" }),
  hashes: fc
    .array(fc.constantFrom("h1:x", "zh:1", "q:${a}"), { maxLength: 3 })
    .map((all) => [...new Set(all)].sort()),
});

it("reads back the providers that were written, in any order", () => {
  fc.assert(
    fc.property(fc.array(providers), (list) => {
      const last = new Map(list.map((each) => [each.address.type, each]));
      let text: string | undefined;
      for (const each of list) text = edited(withLocked(text, each));
      expect(parseLockFile(text ?? "")).toEqual({
        kind: "lock",
        providers: [...last.values()].sort((a, b) => (a.address.type < b.address.type ? -1 : 1)),
      });
      for (const each of last.values()) {
        const without = edited(withoutLocked(text ?? "", each.address));
        expect(parseLockFile(without)).toMatchObject({ providers: { length: last.size - 1 } });
        expect(parseLockFile(edited(withLocked(without, each)))).toEqual(parseLockFile(text ?? ""));
      }
    }),
  );
});
