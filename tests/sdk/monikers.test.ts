import fc from "fast-check";
import { expect, test } from "vitest";
import { isDiagnosticError, printMonikers, type Registration } from "../../src/model/index.js";
import { recordProgram } from "../../src/program/index.js";
import { ComponentResource, CustomResource, type Resource } from "../../src/sdk/index.js";
import { announceSite } from "../../src/sdk/recording/site.js";

class Room extends ComponentResource {
  constructor(...given: unknown[]) {
    super("shop:index:Room", ...(given as [string]));
  }
}
class Box extends CustomResource {
  constructor(...given: unknown[]) {
    super("shop:index:Box", ...(given as [string]));
  }
}
class Other extends CustomResource {
  constructor(...given: unknown[]) {
    super("aws:s3/bucket:Bucket", ...(given as [string]));
  }
}
const classes = [Room, Box, Other];

/** Few words, which hold what separates the parts of names. */
const words = ["a", "b", "2", "#a", "a/b", "shop:main#a", "a/shop:main:shop:index:Box#b", "%2F", "a#2"];
const word = fc.constantFrom(...words);
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });

/** One `new`, at a place that others may stand at too. */
const made = fc.record({
  class: fc.constantFrom(...classes),
  name: maybe(word),
  id: maybe(word),
  globalId: fc.option(word, { nil: undefined, freq: 6 }),
  module: fc.constantFrom("shop:main", "shop:main/Room", "@acme/x:lib", "shop:a#b", "@acme/x"),
  inside: maybe(fc.constantFrom("Room", "Site")),
  binding: maybe(fc.constantFrom("a", "b")),
  /** Which of those made before is its parent. */
  parent: maybe(fc.nat(20)),
});

async function record(all: readonly (typeof made extends fc.Arbitrary<infer T> ? T : never)[]) {
  const resources: Resource[] = [];
  const { registrations } = await recordProgram(
    () => {
      for (const [line, each] of all.entries()) {
        const parent = each.parent === undefined ? undefined : resources[each.parent];
        const { id, globalId } = each;
        const options = {
          ...(parent && { parent }),
          ...(id !== undefined && { id }),
          ...(globalId !== undefined && { globalId }),
        };
        announceSite(each.class, {
          position: { file: "/shop/main.ts", line, column: 1 },
          scope: {
            module: each.module,
            ...(each.inside !== undefined && { class: each.inside }),
            ...(each.binding !== undefined && { binding: each.binding }),
          },
        });
        try {
          const given = each.name === undefined ? [{}, options] : [each.name, {}, options];
          resources.push(new each.class(...given));
        } catch (error) {
          // One that is called as another, or by what no name may be, is refused.
          if (!isDiagnosticError(error)) throw error;
        }
      }
    },
    { project: "shop", stack: "dev" },
  );
  return registrations;
}

const facts = ({ urn, name, type, scope, parent, options: { globalId } }: Registration) => ({
  urn,
  name,
  type,
  scope,
  parent: parent?.urn,
  globalId,
});

test("the monikers of a stack are pairwise distinct", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 2, maxLength: 24 }), async (all) => {
      const registrations = await record(all);
      const monikers = [...printMonikers(registrations.map(facts)).values()].map(({ moniker }) => moniker);
      expect(monikers).toHaveLength(registrations.length);
      expect(new Set(monikers).size).toBe(monikers.length);
    }),
    { numRuns: 300 },
  );
});

test("they do not depend on the order in which resources are given", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 2, maxLength: 12 }), async (all) => {
      const each = (await record(all)).map(facts);
      const [forth, back] = [each, each.toReversed()].map((list) => new Map(printMonikers(list)));
      expect(back).toEqual(forth);
    }),
    { numRuns: 100 },
  );
});
