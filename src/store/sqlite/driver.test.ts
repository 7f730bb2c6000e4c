import { describe, expect, test } from "vitest";
import { loadLibsql, openDatabase, preferredDriver } from "./driver.js";

describe.each([...new Set(["libsql" as const, preferredDriver()])])("SQLite by %s", (driver) => {
  test("gives back what was put in", () => {
    const database = openDatabase(":memory:", driver);
    database.execute("create table t (a integer primary key, b text) strict");
    const texts = [null, "", "\u2028\u0001", "\u{1f965}", "x".repeat(100_000)];
    texts.forEach((text, index) => database.run("insert into t values (?, ?)", [index, text]));
    const rows = database.all("select a, b from t order by a");
    expect(rows.map((row) => ({ ...row }))).toEqual(texts.map((b, a) => ({ a, b })));
    expect(Object.keys(rows[0]!)).toEqual(["a", "b"]);
    database.close();
  });

  test.each([0, 1, 99, 100, 101, 250])("reads %i rows", (count) => {
    const database = openDatabase(":memory:", driver);
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)`;
    expect(database.all(`${numbers} select i from n limit ?`, [count])).toHaveLength(count);
    database.close();
  });
});

test("a platform without SQLite is named", () => {
  expect(() => loadLibsql("sunos-sparc")).toThrow("store/no-driver");
  expect(() => loadLibsql("sunos-sparc")).toThrow("sunos-sparc");
});
