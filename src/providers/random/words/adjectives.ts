/** What an animal can be. Each word is kind, plain to read and easy to say aloud. */
export const adjectives: readonly string[] = `
able active adept agile airy alert alive amber ample apt artful astute avid awake azure balmy basic beaming
beloved benign big blithe bold bonny brave breezy bright brisk bubbly busy calm candid capable careful
caring casual charmed cheery chief choice civic civil clean clear clever cobalt comic composed content cool
cordial cosmic cozy crafty creative crisp cuddly curious dapper daring darling dear deep deft delicate
devoted direct durable dynamic eager early earnest easy elated elegant eminent endless epic equal eternal
ethical evident exact excited expert fabled fair faithful famed famous fancy fast fearless festive fine firm
fit fleet fluent fluffy flying fond frank free fresh friendly full fun funny gallant game generous gentle
genuine gifted giving glad gleaming glorious glowing golden good graceful gracious grand grateful great
growing grown guided handy happy hardy hearty helpful heroic honest hopeful humane humble humorous ideal
immense innocent intense intent inviting jolly joyful joyous jubilant just keen kind kindly large lasting
leading learned light liked limber literate lively living logical loved lovely loving loyal lucid lucky
lunar lush magical major mellow merry mighty mindful mint model modern modest moral musical native natural
neat neutral nimble noble normal noted novel open optimal orderly organic outgoing patient peaceful perfect
pleasant pleased poetic poised polished polite popular positive precious precise premium pretty prime proper
proud prudent pure quick quiet radiant rapid rare ready real refined regal regular relaxed reliable rested
rich robust rosy rustic safe sage sensible serene settled shining silent silken silver simple sincere
skilled sleek smart smiling smooth social soft solid sound special splendid spotless sprightly stable steady
stellar still stirring stoic strong stunning sturdy suave sublime subtle suited summery sunny super superb
supple sure sweet swift talented tender thankful thorough tidy tolerant touching tranquil true trusted
trusting trusty unique united upbeat upright useful valiant valid valued vast verified versed viable vital
vivid vocal wanted warm welcome whole willing winning wise witty wondrous workable worthy young youthful
zesty
`
  .trim()
  .split(/\s+/);
