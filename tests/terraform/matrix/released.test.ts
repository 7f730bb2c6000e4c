import { released } from "./stories/released.js";
import { testStories } from "./test-stories.js";

testStories("Released providers", released);
