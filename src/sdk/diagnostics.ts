import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "sdk/output-as-text": "An Output was used as text, as a number or as a key",
  "sdk/output-as-json": "An Output was given to JSON.stringify",
  "sdk/output-iterated": "An Output was iterated",
  "sdk/output-is-read-only": "A property of an Output was assigned",
  "sdk/not-text": "A value that is no text was put into text",
  "sdk/not-a-value": "This cannot be the value of a property",
  "sdk/unknown-option": "There is no such resource option",
  "sdk/wrong-option": "A resource option has the wrong type",
  "sdk/not-a-resource": "A resource was expected here",
  "sdk/no-program": "Code that belongs into a program ran outside one",
  "sdk/late-registration": "A resource was made after the program had ended",
  "sdk/duplicate-urn": "Two resources have the same URN",
  "sdk/no-name": "A resource has no name",
  "sdk/no-type": "A resource class has no type",
  "sdk/outputs-registered-twice": "A component registered its outputs twice",
  "sdk/config-missing": "A configuration value is missing",
  "sdk/config-wrong-type": "A configuration value has the wrong type",
  "sdk/config-is-secret": "A secret configuration value was read as plain text",
});
