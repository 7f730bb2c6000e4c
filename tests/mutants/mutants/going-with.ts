import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what is deleted or replaced for the sake of something else. */
export const goingWithMutants: readonly Mutant[] = [
  {
    name: "what goes with another is deleted as well",
    in: "planRemoval",
    find: "if (goesWith !== undefined) return { ...forgotten, goesWith };",
    replace: "",
  },
  {
    name: "what goes with another that stays is let go",
    in: "deletedWithAnother",
    find: 'const edge = edges.find(({ kind, to }) => kind === "deleted-with" && leaves(to));',
    replace: 'const edge = edges.find(({ kind }) => kind === "deleted-with");',
  },
  {
    name: "what goes with another stays when that is replaced",
    in: "forcedByOthers",
    find: "await replaced(deletedWith === undefined ? [] : [deletedWith], context)",
    replace: "await replaced([], context)",
  },
  {
    name: "what is replaced with another stays",
    in: "forcedByOthers",
    find: "await replaced(replaceWith, context)",
    replace: "await replaced([], context)",
  },
  {
    name: "a trigger is compared with its secret marks",
    in: "isTriggered",
    find: "!equalValues(stripSecrets(before), stripSecrets(now))",
    replace: "!equalValues(before, now)",
  },
  {
    name: "a trigger that appears replaces",
    in: "isTriggered",
    find: "before !== undefined && now",
    replace: "now",
  },
  {
    name: "what a component goes with is not inherited",
    in: "resourceOptions.deletedWith",
    find: "inherited: true,",
    replace: "",
  },
  {
    name: "what is protected goes with another",
    in: "protectedChanges",
    find: '(by === "delete" || goesWith !== undefined)',
    replace: 'by === "delete"',
  },
  {
    name: "what goes with a replacement that was cut off stays",
    in: "made",
    find: "...goingWith(row, snapshot).map(tainted)",
    replace: "",
  },
  {
    name: "a trigger that came out otherwise is no premise",
    in: "brokenValues",
    find: "...brokenPremises(triggerOf(then), triggerOf(now), () => false),",
    replace: "",
  },
  {
    name: "what goes with something that is held back is made",
    in: "holdBack",
    find: "const isBinding = resources.has(urn) && (isTold || !isRecorded(urn));",
    replace: "const isBinding = resources.has(urn) && isTold;",
  },
];
