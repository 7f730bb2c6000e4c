/** A group of the sidebar: a folder, with its pages in the order in which they are read. */
export interface PageGroup {
  readonly text: string;
  /** Ends with a slash, or is empty for the pages directly in docs/. */
  readonly folder: string;
  /** Names of files without `.md`. A section is a titled part of the group. */
  readonly pages: readonly (string | PageSection)[];
  /** Folders inside of it whose pages are sorted by title, because they are looked up rather than read. */
  readonly inside?: readonly string[];
  /** True if the group is also in the navigation bar. */
  readonly inNavigation?: boolean;
}

export interface PageSection {
  readonly text: string;
  readonly pages: readonly string[];
}

/** The order of all pages. A page that is missing here, or that is here and has no file, fails the build. */
export const pageOrder: readonly PageGroup[] = [
  {
    text: "Start",
    folder: "start/",
    inNavigation: true,
    pages: ["what-it-is", "first-five-minutes", "tutorial", "limits", "faq"],
  },
  {
    text: "Concepts",
    folder: "concepts/",
    pages: [
      "programs-and-stacks",
      "resources-and-components",
      "outputs",
      "the-plan",
      "state",
      "names-and-urns",
      "configuration-and-secrets",
      "providers-and-packages",
    ],
  },
  {
    text: "Guides",
    folder: "guides/",
    inNavigation: true,
    pages: [
      {
        text: "Write a program",
        pages: [
          "new-project",
          "configuration",
          "secrets",
          "conditional-and-repeated",
          "components",
          "assets-and-archives",
          "terraform-providers",
          "protect-and-retain",
          "watch",
          "testing",
          "debugging",
        ],
      },
      {
        text: "Change a stack",
        pages: [
          "stacks-and-environments",
          "rename-and-move",
          "import-existing",
          "drift-and-refresh",
          "targets",
          "share-between-stacks",
        ],
      },
      {
        text: "Operate",
        pages: [
          "plan-files-and-ci",
          "keep-state",
          "crashes-and-recovery",
          "when-something-is-wrong",
          "logs-and-stats",
          "state-by-hand",
        ],
      },
      { text: "Advanced", pages: ["monorepo", "shell-completion", "embedding", "writing-a-store"] },
    ],
  },
  {
    text: "Packages",
    folder: "packages/",
    pages: ["local", "random", "command", "process"],
  },
  {
    text: "Providers",
    folder: "providers/",
    inNavigation: true,
    pages: [
      "index",
      "resources",
      "schemas",
      "configuration",
      "plan",
      "functions",
      "errors-and-retries",
      "logs-and-stats",
      "testing",
      "packaging",
      "migrations",
    ],
  },
  { text: "Coming from", folder: "coming-from/", inNavigation: true, pages: ["pulumi", "terraform"] },
  {
    text: "Reference",
    folder: "reference/",
    inNavigation: true,
    pages: ["commands", "options", "project-files", "exit-codes", "json", "events", "state-exchange"],
    inside: ["api", "diagnostics"],
  },
  {
    text: "About",
    folder: "",
    pages: [
      "glossary",
      "reliability",
      "performance",
      "lifecycle",
      "terraform-providers",
      "spec",
      "dependencies",
    ],
    inside: ["decisions"],
  },
];
