/** The properties of the terminal. */
export interface Terminal {
  /** Lines can be redrawn, and the user can be asked. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly hasColour: boolean;
  /** The `CI` variable is set: not interactive. */
  readonly isCi: boolean;
  /** GitHub Actions, which shows annotations next to the code. */
  readonly annotates: boolean;
}

export interface TerminalFacts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: { readonly isTTY?: boolean; readonly columns?: number };
  readonly input: { readonly isTTY?: boolean };
}

/** Detects the properties from the streams and the variables NO_COLOR, FORCE_COLOR, CI, TERM and COLUMNS. */
export function terminalOf(facts: TerminalFacts): Terminal {
  const { environment, output } = facts;
  const isCi = isSet(environment["CI"]) && environment["CI"] !== "false";
  const isTerminal = output.isTTY === true && environment["TERM"] !== "dumb";
  return {
    isInteractive: isTerminal && facts.input.isTTY === true && !isCi,
    columns: columnsOf(environment, output),
    hasColour: hasColour(environment, isTerminal),
    isCi,
    annotates: environment["GITHUB_ACTIONS"] === "true",
  };
}

const usualColumns = 80;

function columnsOf(
  environment: TerminalFacts["environment"],
  { isTTY, columns }: TerminalFacts["output"],
): number {
  const said = Number(environment["COLUMNS"]);
  if (isTTY && columns !== undefined && columns > 0) return columns;
  return Number.isInteger(said) && said > 0 ? said : isTTY ? usualColumns : Infinity;
}

function hasColour(environment: TerminalFacts["environment"], isTerminal: boolean): boolean {
  if (isSet(environment["NO_COLOR"])) return false;
  const forced = environment["FORCE_COLOR"];
  if (isSet(forced)) return forced !== "0" && forced !== "false";
  return isTerminal;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
