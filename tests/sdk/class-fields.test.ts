import { describe, expect, it } from "vitest";
import { isOutput } from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { anyType, type ResourceSchema } from "../../src/model/index.js";
import { declareType } from "../../src/sdk/internal.js";
import { compiledClasses, emits } from "./class-fields/compiled-classes.js";

const field = { type: anyType, optional: false, secret: false };
const schema: ResourceSchema = {
  type: "test:index:Thing",
  version: 1,
  inputs: { region: field },
  outputs: Object.fromEntries(["arn", "tags", "etag", "then", "toJSON"].map((name) => [name, field])),
};
const schemaOf = (type: string) => (type === schema.type ? schema : undefined);

const answers = { thing: { id: "t-1", arn: "arn:t-1", tags: { owner: "ops" }, etag: "e-1" } };
const urn = "urn:pulumi:test::project::test:index:Thing::thing";
const values = { urn, id: "t-1", arn: "arn:t-1", tags: { owner: "ops" }, region: "eu", etag: "e-1" };

const compiled = await compiledClasses();
const variants = emits.flatMap((emit, index) =>
  [{}, { schemaOf }].map((settings) => ({
    ...emit,
    ...compiled[index]!,
    settings,
    loaded: "schemaOf" in settings ? "with its schema" : "without a schema",
  })),
);

it("is compiled in different ways", () => {
  const traces = compiled.map(({ text }) =>
    /^\s*(arn;|__publicField\(this, "arn"\)|.*\(this, "arn", \{)/m.test(text),
  );
  expect(traces).toEqual(emits.map((emit) => emit.useDefineForClassFields));
});

describe.each(variants)(
  "$compiler, $target, useDefineForClassFields $useDefineForClassFields, $loaded",
  ({ classes, settings, loaded, compiler, target, useDefineForClassFields }) => {
    const hasSchema = loaded === "with its schema";

    describe.each([
      ["Declared", ["urn", "id", "arn", "tags", "region"]],
      ["Erased", ["urn", "id", "arn", "tags", "region"]],
      ["Rich", ["urn", "id", "arn", "tags", "region"]],
      ["Deeper", ["urn", "id", "arn", "tags", "region", "etag"]],
      ["NoConstructor", ["urn", "id", "arn", "tags", "region", "etag"]],
    ] as const)("%s", (name, fields) => {
      const run = async () => {
        let thing!: InstanceType<(typeof classes)["Deeper"]>;
        const program = await testProgram(() => {
          thing = new classes[name]("thing", { region: "eu" }) as typeof thing;
          expect(fields.map((key) => isOutput(thing[key]))).toEqual(fields.map(() => true));
        }, settings);
        const ofFields = (read: (key: (typeof fields)[number]) => unknown) =>
          Object.fromEntries(fields.map((key) => [key, read(key)]));
        return { program, thing, ofFields };
      };

      it("has Outputs right after super() and right after new", async () => {
        const { thing } = await run();
        expect(thing.sawAfterSuper.map(isOutput)).toEqual([true, true, true, true, true, true]);
        expect(fields.every((key) => isOutput(thing[key]))).toBe(true);
      });

      it("does not know them before the resource answers, except what it was given", async () => {
        const { program, thing } = await run();
        const planned = program.planned();
        for (const key of fields) {
          const { known, dependencies } = await planned.value(thing[key]);
          const isGiven = key === "urn" || key === "region";
          expect([key, known, dependencies]).toEqual([key, isGiven, [urn]]);
        }
      });

      it("completes every one of them", async () => {
        const { program, thing, ofFields } = await run();
        const result = await program.applied(answers).value(ofFields((key) => thing[key]));
        expect(result).toEqual({
          value: ofFields((key) => values[key]),
          known: true,
          secret: false,
          dependencies: [urn],
        });
      });

      it("completes every one of them exceptionally", async () => {
        const { program, thing } = await run();
        const failed = program.applied({ thing: new Error("no luck") });
        for (const key of fields) {
          await expect(failed.value(thing[key])).rejects.toThrow(/testing\/resource-failed[^]*no luck/);
        }
        await expect(failed.value(thing.tags.owner)).rejects.toThrow("no luck");
      });
    });

    it("leaves what the author added alone", async () => {
      await testProgram(() => {
        const thing = new classes.Deeper("thing");
        expect(thing.size).toBe(3);
        expect(thing.nothing).toBeNull();
        expect(thing.list).toEqual(["a"]);
        expect(thing.label).toBe("label of thing");
        expect(isOutput(thing.upper)).toBe(true);
        expect(isOutput(thing.shout)).toBe(true);
        expect([thing.next(), thing.next(), thing.count()]).toEqual([1, 2, 2]);
        expect(thing.holds(thing)).toBe(true);
        expect(thing.self()).toBe(thing);
        thing.volume = 11;
        expect(thing.list).toEqual(["a", "volume 11"]);
        expect(thing).toBeInstanceOf(classes.Rich);
      }, settings);
    });

    it("has no then, though its provider may have an output of that name", async () => {
      await testProgram(async () => {
        const thing = new classes.Erased("thing") as InstanceType<typeof classes.Erased> & { then?: unknown };
        expect(thing.then).toBeUndefined();
        expect((await Promise.resolve(thing)) === thing).toBe(true);
        expect(() => JSON.stringify(thing)).toThrow("sdk/resource-as-json");
      }, settings);
    });

    it("leaves an assigned field that is set to undefined undefined", async () => {
      await testProgram(() => {
        const thing = new classes.Rich("thing");
        expect(thing.cache).toBe(1);
        thing.forget();
        expect(thing.cache).toBeUndefined();
      }, settings);
    });

    it("leaves a field undefined whose initialiser is", async () => {
      await testProgram(() => {
        const thing = new classes.Blank("thing");
        expect([thing.computed, thing.assigned]).toEqual([undefined, undefined]);
        // There esbuild leaves `= undefined` out.
        const isLost = compiler === "esbuild" && target === "es2021" && useDefineForClassFields;
        expect([thing.empty, thing.region].map((value) => value === undefined)).toEqual(
          isLost ? [hasSchema, false] : [true, true],
        );
        expect([thing.arn, thing.etag].map(isOutput)).toEqual([true, true]);
        thing.empty = "full";
        expect(thing.empty).toBe("full");
        thing.clear();
        expect(thing.etag).toBeUndefined();
      }, settings);
    });

    it("evaluates what initialisers and getters made from output fields", async () => {
      let thing!: InstanceType<typeof classes.Rich>;
      const program = await testProgram(() => {
        thing = classes.Rich.make("thing");
      }, settings);
      const applied = program.applied(answers);
      expect((await applied.value([thing.upper, thing.shout])).value).toEqual(["ARN:T-1", "arn:t-1!"]);
    });

    it("keeps static members on the class", async () => {
      await testProgram(() => {
        const before = classes.Rich.made;
        classes.Rich.make("one");
        expect(classes.Rich.made).toBe(before + 1);
      }, settings);
    });

    it(`makes unassigned fields that no schema knows ${hasSchema ? "nothing" : "Outputs"}`, async () => {
      let loose!: InstanceType<typeof classes.Loose>;
      const program = await testProgram(() => {
        loose = new classes.Loose("thing");
        expect([isOutput(loose.note), isOutput(loose.erased)]).toEqual([!hasSchema, !hasSchema]);
        loose.note = "mine";
        expect(loose.note).toBe("mine");
      }, settings);
      if (hasSchema) return;
      await expect(program.applied(answers).value(loose.erased)).rejects.toThrow("program/no-such-output");
    });

    it("never touches the fields of a component", async () => {
      let group!: InstanceType<typeof classes.Component>;
      const program = await testProgram(() => {
        group = new classes.Component("thing");
        expect([group.arn, group.note, group.erased]).toEqual([undefined, undefined, undefined]);
        expect(group.size).toBe(3);
        expect(isOutput(group.urn)).toBe(true);
        expect("id" in group).toBe(false);
      }, settings);
      expect(program.registrations.map(({ kind, resource }) => [kind, resource])).toEqual([
        ["component", group],
        ["custom", group.child],
      ]);
      await expect(program.applied({ thing: new Error("no luck") }).value(group.urn)).rejects.toThrow(
        "no luck",
      );
    });

    it(`makes a class that extends Resource ${hasSchema ? "a custom resource" : "a component"}`, async () => {
      let direct!: InstanceType<typeof classes.Direct>;
      const program = await testProgram(() => {
        direct = new classes.Direct("thing");
        expect([direct.urn, direct.arn, direct.id].map(isOutput)).toEqual([true, hasSchema, hasSchema]);
        expect(direct.note).toBeUndefined();
      }, settings);
      expect(program.registrations[0]!.kind).toBe(hasSchema ? "custom" : "component");
      if (!hasSchema) return;
      const result = await program.applied(answers).value({ id: direct.id, arn: direct.arn });
      expect(result.value).toEqual({ id: "t-1", arn: "arn:t-1" });
    });

    it("gives the class of the specification the type that its module declares", async () => {
      const untyped = testProgram(() => new classes.MyResouce("mine", { size: 1 }), settings);
      await expect(untyped).rejects.toThrow("sdk/no-type");
      class Mine extends classes.MyResouce {}
      declareType(Mine, "shop:index:MyResouce");
      const program = await testProgram(() => new Mine("mine", { size: 1 }), settings);
      expect(program.registrations.map(({ kind, urn }) => [kind, urn])).toEqual([
        ["component", "urn:pulumi:test::project::shop:index:MyResouce::mine"],
      ]);
    });
  },
);
