import { secretOf } from "@coconut/coconut/model";
import { testProgram, type TestEvaluation } from "@coconut/coconut/testing";
import program from "./main.js";

/** Evaluates the program as a plan would and as an apply would, and prints what each of them knows. */
const recorded = await testProgram(program, {
  project: "hello",
  stack: "dev",
  config: { "hello:message": "Hello!", "hello:password": secretOf("correct horse") },
});

console.log("The program asks for");
for (const { urn, position } of recorded.registrations) {
  console.log(
    `  ${urn}\n    made at ${position?.file.split("/").at(-1)}:${position?.line}:${position?.column}`,
  );
}

const greeting = recorded.registrations[1]!.resource;
console.log("\nBefore anything exists");
await show(recorded.planned());
console.log("\nOnce the pet is called brave-otter");
await show(recorded.applied({ name: { id: "brave-otter" }, greeting: { size: 42 } }));

async function show(evaluation: TestEvaluation): Promise<void> {
  const file = greeting as unknown as { readonly [field: string]: unknown };
  for (const field of ["path", "content", "size"]) {
    const { value, known, secret, dependencies } = await evaluation.value(file[field]);
    const text = known
      ? secret
        ? "[secret]"
        : JSON.stringify(value)
      : `known after apply${secret ? ", secret" : ""}`;
    console.log(
      `  greeting.${field.padEnd(8)} ${text.padEnd(22)} from ${dependencies.map((urn) => urn.split("::").at(-1)).join(", ")}`,
    );
  }
}
