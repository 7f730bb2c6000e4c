import { cancel } from "./stories/cancel.js";
import { testStories } from "./test-stories.js";

testStories("Cancellation", cancel);
