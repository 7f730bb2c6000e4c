import { testProgram, type TestAnswers, type TestValue } from "@coconut/coconut/testing";

/** What a program returns comes to before anything exists. */
export async function planned(program: () => unknown): Promise<TestValue> {
  return (await testProgram(program)).planned().outputs();
}

/** What a program returns comes to once its resources have answered. */
export async function applied(program: () => unknown, answers: TestAnswers = {}): Promise<TestValue> {
  return (await testProgram(program)).applied(answers).outputs();
}
