/** What a word could become. */
export interface Candidate {
  readonly value: string;
  /** What it is, for shells that show it. */
  readonly says?: string;
}
