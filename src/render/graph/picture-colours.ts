import type { Style } from "../look.js";

export interface Colour {
  readonly fill: string;
  readonly line: string;
}

/** Styles without a color of their own use `plain`. */
export type Colours = { readonly [Name in Style]?: Colour } & {
  readonly plain: Colour;
  readonly text: string;
  readonly faint: Colour;
  readonly edge: string;
  readonly box: Colour;
  readonly ground: string;
};

/** The colors of diagrams. They also differ in brightness. */
export const colours: { readonly light: Colours; readonly dark: Colours } = {
  light: {
    create: { fill: "#dafbe1", line: "#1a7f37" },
    update: { fill: "#fff8c5", line: "#9a6700" },
    replace: { fill: "#fbefff", line: "#8250df" },
    delete: { fill: "#ffebe9", line: "#cf222e" },
    record: { fill: "#ddf4ff", line: "#0969da" },
    drift: { fill: "#fff1e5", line: "#bc4c00" },
    plain: { fill: "#ffffff", line: "#8c959f" },
    faint: { fill: "#f6f8fa", line: "#afb8c1" },
    box: { fill: "#f6f8fa", line: "#d0d7de" },
    text: "#1f2328",
    edge: "#8c959f",
    ground: "#ffffff",
  },
  dark: {
    create: { fill: "#12261e", line: "#3fb950" },
    update: { fill: "#272115", line: "#d29922" },
    replace: { fill: "#251c3a", line: "#a371f7" },
    delete: { fill: "#2d1416", line: "#f85149" },
    record: { fill: "#121d2f", line: "#58a6ff" },
    drift: { fill: "#2b1d12", line: "#db6d28" },
    plain: { fill: "#161b22", line: "#6e7681" },
    faint: { fill: "#0d1117", line: "#484f58" },
    box: { fill: "#11161d", line: "#30363d" },
    text: "#e6edf3",
    edge: "#6e7681",
    ground: "#0d1117",
  },
};
