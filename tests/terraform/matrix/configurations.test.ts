import { configurations } from "./stories/configurations.js";
import { testStories } from "./test-stories.js";

testStories("Configurations", configurations);
