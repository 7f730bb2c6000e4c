import { printDiagnostic, type Diagnostic } from "../model/index.js";

export function say(text: string): void {
  process.stdout.write(text);
}

export function complain(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${printDiagnostic(diagnostic)}\n`);
}
