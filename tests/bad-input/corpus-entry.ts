/** A file of `corpus/`: bad inputs of one area, each for a run of the real `coco`. */
export interface CorpusFile {
  readonly entries: readonly (CorpusEntry | NotApplicable)[];
}

export interface CorpusEntry {
  /** Of the list of bad inputs; several entries may spell out one of them, as `B09` and `B09 zero`. */
  readonly id: string;
  /** What is bad about it. */
  readonly what: string;
  /** Which of `starts.json` it begins in; `applied` unless said. */
  readonly start?: string;
  /** What is done to the project before, in this order. */
  readonly given?: readonly Given[];
  /** The words behind `coco`. */
  readonly command: readonly Text[];
  /** What the process has in its environment besides. */
  readonly environment?: { readonly [name: string]: Text };
  /** What it gets on standard input. */
  readonly input?: Text;
  /** The code of a diagnostic that is told. Without one it is taken as it is, and no error is told. */
  readonly code?: string;
  /** What the process ends with; zero unless said. */
  readonly exit?: number;
  /** How it may end as well, where that depends on how SQLite had laid out its pages. */
  readonly or?: { readonly code: string; readonly exit: number };
  /** What is to be read in the output, on either stream. */
  readonly says?: readonly string[];
  /** What is not. */
  readonly neverSays?: readonly string[];
  /** Files and folders of the project, or of `~/`, that it may write; everything else stays as it was. */
  readonly changes?: readonly string[];
  /** Tried by `npm run prove` alone: one of several that are much alike. */
  readonly only?: "proof";
  /** Only where the tests run as this user can it be made: to give files away. */
  readonly needs?: "root";
}

/** One of the list that Coconut has nothing for today. It is counted apart. */
export interface NotApplicable {
  readonly id: string;
  readonly what: string;
  readonly doesNotApply: string;
}

/**
 * A text, in pieces where it is long or not known beforehand: `{ "repeat": "[", "times": 10000 }`, and
 * `{ "taken": "sealed" }` for what a step `take` found.
 */
export type Text = string | readonly (string | Repeated | Taken)[];

export interface Repeated {
  readonly repeat: string;
  readonly times: number;
}

export interface Taken {
  readonly taken: string;
}

/** What can be done to a project. Paths are those from its folder; `~/` is the home folder. */
export type Given =
  /** A file with this content. */
  | { readonly write: string; readonly text: Text }
  | { readonly write: string; readonly base64: string }
  /** A file of so many zeros that takes no room on the disk. */
  | { readonly write: string; readonly zeros: number }
  | { readonly folder: string }
  | { readonly pipe: string }
  | { readonly link: string; readonly to: string }
  | { readonly copy: string; readonly to: string }
  | { readonly remove: string }
  /** Without its last bytes. */
  | { readonly cut: string; readonly bytes: number }
  /** One bit of the byte so far from the beginning; from the end if negative. */
  | { readonly flip: string; readonly at: number }
  /** The first lines of one file before what stands behind so many lines of another. */
  | { readonly splice: string; readonly lines: number; readonly of: string; readonly before: string }
  /** The rights of a file, in octal. */
  | { readonly mode: string; readonly rights: string }
  /** Somebody else's. */
  | { readonly give: string; readonly user: number }
  /** What a regular expression finds in a file, under a name; its first group if it has one. */
  | { readonly take: string; readonly from: string; readonly pattern: string }
  /** Everything that a regular expression finds in a file becomes something else. */
  | { readonly replace: string; readonly pattern: string; readonly by: Text }
  /**
   * A statement run on the file of the state, behind the store's back. `sealAnew`: everything is authenticated again
   * afterwards, as only whoever has the key of the stack can do. `journal`: where SQLite's journal of it is copied to.
   */
  | {
      readonly sql: string;
      readonly values?: readonly Text[];
      readonly file?: string;
      readonly sealAnew?: true;
      readonly journal?: string;
    }
  /** A command of `coco` that has to succeed. */
  | { readonly run: readonly Text[] };

/** A project to begin with: it is made once, and copied for each entry. */
export interface Start {
  /** Its `main.ts`; what it imports from `./shelf.js` is there. */
  readonly main: string;
  readonly files?: { readonly [path: string]: string };
  readonly environment?: { readonly [name: string]: string };
  readonly given?: readonly Given[];
}
