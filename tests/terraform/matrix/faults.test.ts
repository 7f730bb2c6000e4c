import { faults } from "./stories/faults.js";
import { testStories } from "./test-stories.js";

testStories("Faults of providers", faults);
