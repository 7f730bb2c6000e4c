/** One normative sentence of a specification document, in our own words, and what shows that it holds. */
export interface Sentence {
  /** Document and position, such as `4.12`. */
  readonly id: string;
  /** The first words of the sentence. */
  readonly title: string;
  readonly says: string;
  /** `owed` needs what is not built yet; `decision` is answered by a page instead of a test. */
  readonly shownBy: "test" | "owed" | "decision";
  /** The part of the system that must show it: the whole life of resources, or the command line. */
  readonly owedTo?: "lifecycle" | "cli";
  /** The page that says how the sentence is read, where that needs saying. */
  readonly decision?: `docs/decisions/${string}.md`;
}
