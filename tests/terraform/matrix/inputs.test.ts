import { inputs } from "./stories/inputs.js";
import { testStories } from "./test-stories.js";

testStories("Inputs", inputs);
