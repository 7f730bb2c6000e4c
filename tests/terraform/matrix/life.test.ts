import { life } from "./stories/life.js";
import { testStories } from "./test-stories.js";

testStories("The life of an object", [life]);
