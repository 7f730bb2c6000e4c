import { values } from "./stories/values.js";
import { testStories } from "./test-stories.js";

testStories("Values", values);
