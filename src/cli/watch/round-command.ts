import { commonOptions, optionOf, placeOptions, planningOptions, type OptionValues } from "../options.js";

/** What `coco` is asked for in every round of a watch with these options. */
export function roundCommand(options: OptionValues): readonly string[] {
  const passed = [...placeOptions, ...planningOptions, ...commonOptions] as const;
  return [
    options.apply ? "apply" : "plan",
    ...passed.flatMap((name) => {
      const value = options[name];
      if (value === undefined) return [];
      if (optionOf(name).type === "boolean") return [`--${name}`];
      return (Array.isArray(value) ? value : [value]).map((each) => `--${name}=${each}`);
    }),
    ...(options.yes ? ["--yes"] : []),
  ];
}
