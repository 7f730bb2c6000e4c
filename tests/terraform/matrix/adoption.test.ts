import { adoption } from "./stories/adoption.js";
import { testStories } from "./test-stories.js";

testStories("Adoption of objects, and plan files", adoption);
