/**
 * The mistakes one could make in the engine, one line each, by the part of the engine that they are made in.
 *
 * `npm run mutants` shows which scenario notices which.
 */
import type { Mutant } from "../mutant.js";
import { adoptionMutants } from "./adoption.js";
import { answerMutants } from "./answers.js";
import { applyingMutants } from "./applying.js";
import { bundledMutants } from "./bundled-packages.js";
import { childMutants } from "./children.js";
import { changeMutants } from "./changes.js";
import { componentMutants } from "./components.js";
import { doctorMutants } from "./doctor-and-completion.js";
import { elementMutants } from "./elements.js";
import { ephemeralMutants } from "./ephemeral.js";
import { goingWithMutants } from "./going-with.js";
import { keyMutants } from "./keys.js";
import { memberMutants } from "./members.js";
import { nameMutants } from "./names.js";
import { newProjectMutants } from "./new-projects.js";
import { optionMutants } from "./options.js";
import { outputMutants } from "./outputs.js";
import { packageMutants } from "./packages.js";
import { planFileMutants } from "./plan-files.js";
import { planningMutants } from "./planning.js";
import { predictionMutants } from "./predictions.js";
import { programMutants } from "./program.js";
import { projectMutants } from "./projects.js";
import { providerMutants } from "./provider.js";
import { questionMutants } from "./questions.js";
import { screenMutants } from "./screen.js";
import { settlingMutants } from "./settling.js";
import { sealingMutants } from "./sealing.js";
import { stackMutants } from "./stacks.js";
import { storingMutants } from "./storing.js";
import { targetMutants } from "./targets.js";
import { unseenMutants } from "./unseen.js";
import { watchMutants } from "./watch.js";

export const mutants: readonly Mutant[] = [
  ...planningMutants,
  ...elementMutants,
  ...applyingMutants,
  ...outputMutants,
  ...predictionMutants,
  ...settlingMutants,
  ...changeMutants,
  ...ephemeralMutants,
  ...nameMutants,
  ...targetMutants,
  ...optionMutants,
  ...goingWithMutants,
  ...adoptionMutants,
  ...componentMutants,
  ...memberMutants,
  ...questionMutants,
  ...programMutants,
  ...projectMutants,
  ...providerMutants,
  ...packageMutants,
  ...childMutants,
  ...planFileMutants,
  ...keyMutants,
  ...answerMutants,
  ...bundledMutants,
  ...stackMutants,
  ...screenMutants,
  ...watchMutants,
  ...doctorMutants,
  ...newProjectMutants,
  ...storingMutants,
  ...sealingMutants,
  ...unseenMutants,
];
