import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { compareSequence, type Registration } from "../../src/model/index.js";
import { problemsIn } from "../sdk/problems-in.js";
import { Bucket } from "../sdk/resources.js";

const urnOf = (name: string) => `urn:pulumi:test::project::aws:s3:Bucket::${name}`;

describe("resources that callbacks make", () => {
  it("know the callbacks around them and their place in the program", async () => {
    const program = await testProgram(() => {
      const outer = new Bucket("outer");
      const made = coconut.output("a").apply((text) => {
        const inside = new Bucket(`inside-${text}`);
        return coconut.output("b").apply(async (more) => {
          await turn();
          return [inside, new Bucket(`deep-${text}${more}`), new Bucket(`deep-${text}${more}2`)];
        });
      });
      return [outer, made, new Bucket("last")];
    });
    await program.planned().callbacks();
    const { registrations } = program;
    const byPlace = [...registrations].sort((a, b) => compareSequence(a.sequence, b.sequence));
    expect(byPlace.map(({ name, sequence, origin }) => [name, sequence.join("."), origin.length])).toEqual([
      ["outer", "1", 0],
      ["inside-a", "2.1", 1],
      ["deep-ab", "2.2.1", 2],
      ["deep-ab2", "2.2.2", 2],
      ["last", "3", 0],
    ]);
    const deep = registrations.find(({ name }) => name === "deep-ab")!;
    const inside = registrations.find(({ name }) => name === "inside-a")!;
    expect(deep.origin[0]).toBe(inside.origin[0]);
    expect(deep.origin[1]!.origin).toEqual(inside.origin);
    expect(deep.origin.map(({ position }) => position!.file)).toEqual(Array(2).fill(import.meta.filename));
  });

  it("number themselves alike, however long their callbacks take", async () => {
    const numbered = async (waits: readonly number[]) => {
      const program = await testProgram(() => {
        for (const [index, wait] of waits.entries()) {
          coconut.output(index).apply(async () => {
            for (let turns = 0; turns < wait; turns++) await turn();
            return new Bucket(`b${index}`);
          });
        }
      });
      await program.planned().callbacks();
      return [...program.registrations]
        .sort((a, b) => compareSequence(a.sequence, b.sequence))
        .map(({ name, sequence }) => [name, ...sequence]);
    };
    expect(await numbered([3, 0, 1, 2])).toEqual(await numbered([0, 3, 2, 1]));
  });

  it("are known to what depends on them", async () => {
    const program = await testProgram(() => ({
      arn: coconut.output("a").apply((name) => new Bucket(name).arn),
      bucket: coconut.output("b").apply((name) => new Bucket(name)),
    }));
    const { value, dependencies } = await program.applied({ a: { arn: "arn:a" } }).outputs();
    expect(dependencies).toEqual(["a", "b"].map(urnOf));
    expect(value).toMatchObject({ arn: "arn:a" });
    expect((value as { bucket: unknown }).bucket).toBeInstanceOf(Bucket);
  });

  it.each<[string, (late: () => void) => unknown]>([
    ["a callback has settled", (late) => coconut.output(1).apply(() => void turn().then(late))],
    [
      "an async callback has settled",
      (late) =>
        coconut.output(1).apply(async () => {
          await turn();
          void turn().then(late);
        }),
    ],
    ["the program has ended", (late) => void turn().then(late)],
  ])("are refused once %s", async (_when, make) => {
    let tell!: (problems: Awaited<ReturnType<typeof problemsIn>>) => void;
    const told = new Promise<Awaited<ReturnType<typeof problemsIn>>>((resolve) => (tell = resolve));
    const program = await testProgram(() => make(() => void problemsIn(() => new Bucket("late")).then(tell)));
    await program.planned().outputs();
    const [problem] = await told;
    expect(problem!.code).toBe("sdk/late-registration");
    expect(problem!.position!.file).toBe(import.meta.filename);
    expect(program.registrations).toEqual([]);
  });
});

describe("programs at the same time", () => {
  it("register only in their own", async () => {
    const programs = await Promise.all(
      Array.from({ length: 20 }, (_, program) =>
        testProgram(
          async () => {
            for (let step = 0; step < 5; step++) {
              for (let turns = (program * 7 + step * 3) % 4; turns > 0; turns--) await turn();
              expect(coconut.getStack()).toBe(`stack${program}`);
              const made = new Bucket(`p${program}-${step}`);
              made.region.apply(async (region) => {
                await turn();
                expect(coconut.getStack()).toBe(`stack${program}`);
                return new Bucket(`p${program}-${step}-${region}`);
              });
            }
          },
          { stack: `stack${program}` },
        ),
      ),
    );
    const answersOf = (program: number) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, step) => [`p${program}-${step}`, { region: "eu" }]));
    await Promise.all(programs.map((program, index) => program.applied(answersOf(index)).callbacks()));
    programs.forEach(({ registrations }, index) => {
      expect(registrations).toHaveLength(10);
      const own = ({ name, urn }: Registration) =>
        name.startsWith(`p${index}-`) && urn.startsWith(`urn:pulumi:stack${index}::`);
      expect(registrations.filter((each) => !own(each))).toEqual([]);
    });
  });
});
