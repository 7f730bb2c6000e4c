import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A disk that cannot exist twice, what needs it, and what needs that. */
const chain =
  (size: number) =>
  ({ disk, site, task }: Words): void => {
    const first = disk("first", { size });
    const second = disk("second", { size: 1, bucket: first.id });
    const www = site("www", { bucket: second.id });
    task("job", { command: "run", image: www.url });
  };

scenario("a cascade goes from the end to the beginning, and back", async (s) => {
  s.program(chain(1));
  await s.apply().succeeds();
  s.program(chain(2));
  await s.plan().shows(`
    replace disk first (size) delete-first
    replace disk second (bucket) delete-first
    update site www (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    delete disk second (replaced)
    delete disk first (replaced)
    create disk first (replaces)
    create disk second (replaces)
    update site www
  `);
  await s.apply().changesNothing();
});

scenario("a dependent that would be replaced is deleted first although it may exist twice", async (s) => {
  s.types({ Key: { replaceOn: ["passphrase"] } });
  const program =
    (size: number) =>
    ({ disk, key }: Words): void => {
      key("k", { passphrase: disk("data", { size }).id });
    };
  s.program(program(1));
  await s.apply().succeeds();
  s.program(program(2));
  await s.apply().succeeds();
  s.story(`
    delete key k (replaced)
    delete disk data (replaced)
    create disk data (replaces)
    create key k (replaces)
  `);
});

scenario("what is replaced for its own sake goes before what it depended on", async (s) => {
  const program =
    (size: number, name: string) =>
    ({ disk, bucket }: Words): void => {
      bucket("logs", { name }, { dependsOn: disk("data", { size }) });
    };
  s.program(program(1, "a"));
  await s.apply().succeeds();
  s.program(program(2, "b"));
  await s.plan().shows(`
    replace disk data (size) delete-first
    replace bucket logs (name) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    delete bucket logs (replaced)
    delete disk data (replaced)
    create disk data (replaces)
    create bucket logs (replaces)
  `);
  await s.apply().changesNothing();
});

scenario("a protected dependent keeps the whole cascade from beginning", async (s) => {
  const program =
    (size: number) =>
    ({ disk }: Words): void => {
      disk("second", { size: 1, bucket: disk("first", { size }).id }, { protect: true });
    };
  s.program(program(1));
  await s.apply().succeeds();
  s.program(program(2));
  await s.apply().fails("engine/protected");
  expect(s.cloud.changes()).toEqual(["create disk first", "create disk second"]);
});

scenario("the option takes a cascade away where old and new can live side by side", async (s) => {
  s.types({ Disk: { replaceOn: ["name", "size", "bucket"], replaceOrder: undefined } });
  const program =
    (name: string, deleteBeforeReplace?: boolean) =>
    ({ disk }: Words): void => {
      disk("data", { name, size: 1 }, deleteBeforeReplace === undefined ? {} : { deleteBeforeReplace });
    };
  s.program(program("one"));
  await s.apply().succeeds();
  s.program(program("two"));
  await s.plan().shows(`replace disk data (name)`);
  s.program(program("two", true));
  await s.plan().shows(`replace disk data (name) delete-first`);
  s.program(program("two", false));
  await s.plan().shows(`replace disk data (name)`);
});

scenario("the option overrides a type that prefers to delete first", async (s) => {
  const program =
    (name: string) =>
    ({ disk }: Words): void => {
      disk("data", { name, size: 1 }, { deleteBeforeReplace: false });
    };
  s.program(program("one"));
  await s.apply().succeeds();
  s.program(program("two"));
  await s.apply().succeeds();
  s.story(`
    create disk data (replaces)
    delete disk data (replaced)
  `);
});

scenario("a dependency that is given up in the same plan takes no part in the cascade", async (s) => {
  s.program(({ disk }) => disk("second", { size: 1, bucket: disk("first", { size: 1 }).id }));
  await s.apply().succeeds();
  s.program(({ disk }) => {
    disk("first", { size: 2 });
    disk("second", { size: 1, bucket: "another" });
  });
  await s.plan().shows(`
    replace disk first (size) delete-first
    replace disk second (bucket) delete-first
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("a dependent that leaves the program goes before what is deleted first", async (s) => {
  s.program(({ disk, site }) => site("www", { bucket: disk("data", { size: 1 }).id }));
  await s.apply().succeeds();
  s.program(({ disk }) => disk("data", { size: 2 }));
  await s.apply().succeeds();
  expect(s.cloud.changes().slice(-3)).toEqual(["delete site www", "delete disk data", "create disk data"]);
});

scenario("replaceOnChanges of a dependent draws it into the cascade", async (s) => {
  const program =
    (size: number) =>
    ({ disk, site }: Words): void => {
      site("www", { bucket: disk("data", { size }).id }, { replaceOnChanges: ["bucket"] });
    };
  s.program(program(1));
  await s.apply().succeeds();
  s.program(program(2));
  await s.plan().shows(`
    replace disk data (size) delete-first
    replace site www (bucket) delete-first
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("ignoreChanges of a dependent keeps it out of the cascade", async (s) => {
  const program =
    (size: number) =>
    ({ disk }: Words): void => {
      disk("second", { size: 1, bucket: disk("first", { size }).id }, { ignoreChanges: ["bucket"] });
    };
  s.program(program(1));
  await s.apply().succeeds();
  s.program(program(2));
  await s.plan().shows(`replace disk first (size) delete-first`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("two cascades beside each other run at the same time and do not meet", async (s) => {
  const program =
    (size: number) =>
    ({ disk }: Words): void => {
      for (const side of ["left", "right"])
        disk(`${side}-2`, { size: 1, bucket: disk(`${side}-1`, { size }).id });
    };
  s.program(program(1));
  await s.apply().succeeds();
  s.program(program(2));
  await s.apply({ parallel: 8 }).succeeds();
  await s.apply().changesNothing();
});
