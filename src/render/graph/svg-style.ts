import type { Style } from "../look.js";
import { colours, type Colours } from "./picture-colours.js";

/** Light and dark as the viewer has it. Everything is below one class, so that a page that holds the picture keeps its own. */
export function styleSheet(): string {
  return `<style>
${[
  `.coconut-graph text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:11px}`,
  ".coconut-graph .name{font-size:13px}",
  ".coconut-graph .type,.coconut-graph .legend{opacity:.75}",
  ".coconut-graph rect{stroke-width:1.2}",
  ".coconut-graph .component:not(.box)>rect{stroke-dasharray:7 3}",
  ".coconut-graph .external>rect{stroke-dasharray:2 3}",
  ".coconut-graph .line{fill:none;stroke-width:1.2}",
  ".coconut-graph .order{stroke-dasharray:4 3}",
  ".coconut-graph .line:hover{stroke-width:2.5}",
  ...rules(colours.light),
  "@media (prefers-color-scheme:dark){",
  ...rules(colours.dark),
  "}",
].join("\n")}
</style>`;
}

const styles: readonly (Style | "plain")[] = [
  "plain",
  "faint",
  "create",
  "update",
  "replace",
  "delete",
  "record",
  "drift",
];

function rules(of: Colours): readonly string[] {
  return [
    `.coconut-graph .ground{fill:${of.ground};stroke:none}`,
    `.coconut-graph text{fill:${of.text}}`,
    `.coconut-graph .line{stroke:${of.edge}}`,
    `.coconut-graph .arrow{fill:${of.edge}}`,
    ...styles.map((style) => {
      const { fill, line } = of[style]!;
      return `.coconut-graph .${style}>rect{fill:${fill};stroke:${line}}`;
    }),
    // A box is the ground of others: only its border says what happens to it.
    `.coconut-graph .box>rect{fill:${of.box.fill}}`,
  ];
}
