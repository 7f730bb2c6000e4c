/** The words that the names of pets are made of. They may grow; a name that was made keeps its own. */

/** How an animal can be what it is: what stands before an adjective in names of three words and more. */
export const adverbs: readonly string[] = `
ably absolutely actively actually adeptly admirably aloud always amazingly amply annually apparently aptly
ardently artfully assuredly attentively basically blissfully blithely boldly bravely briefly brightly
briskly broadly calmly candidly capably carefully casually centrally certainly charmingly cheerfully chiefly
clearly cleverly closely coherently commonly completely concisely constantly cordially correctly cosmically
creatively curiously daily daringly dearly decently deeply definitely deftly deliberately delicately
delightfully devotedly dutifully eagerly early earnestly easily eminently endearingly endlessly enormously
entirely equally especially essentially evenly eventually evidently exactly expertly explicitly extremely
fairly faithfully famously fearlessly finally finely firmly fittingly fluently fondly formally frankly
freely frequently freshly friendly fully generally generously gently genuinely gladly gleefully globally
gracefully graciously gradually grandly gratefully greatly happily hardily heartily helpfully honestly
hopefully hugely humbly ideally immensely implicitly infinitely inherently initially instantly intensely
intently internally jointly jovially joyfully joyously jubilantly justly keenly kindly largely lately
lawfully legally leisurely lightly literally locally logically loosely loudly lovingly loyally lucidly
luckily mainly marginally measurably mellowly merrily mightily mildly mindfully mirthfully modestly monthly
morally mostly musically mutually naturally neatly newly nicely nightly nimbly nobly normally notably
officially often openly optimally orderly outwardly partially particularly patiently peacefully perfectly
physically plainly playfully pleasantly pleasingly poetically politely positively possibly precisely
presently prettily primarily probably promptly properly proudly prudently publicly purely quickly quietly
quite radiantly rapidly rarely readily really reasonably recently regularly reliably remarkably repeatedly
richly rightly robustly rosily safely sensibly separately serenely seriously sharply shortly silently simply
sincerely singularly skillfully slightly slowly smartly smilingly smoothly snugly socially softly solely
solidly soundly specially splendidly spotlessly stably steadily strictly strikingly strongly sturdily
suavely subtly suddenly suitably sunnily superbly supremely surely sweetly swiftly tactfully tenderly
terrifically thankfully thoroughly thoughtfully tidily totally tranquilly truly trustily typically
ultimately uniquely universally usefully usually utterly valiantly validly vastly verily very vibrantly
vigorously visibly vitally vividly warmly weekly wholly widely willingly wisely wittily wonderfully
wondrously worthily yearly youthfully zealously zestfully
`
  .trim()
  .split(/\s+/);

/** Adjectives for animals. Each word is kind, plain to read and easy to say aloud. */
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

/** Animals: the last word of every name. */
export const animals: readonly string[] = `
aardvark albatross alpaca anchovy ant anteater antelope armadillo auk axolotl badger barbet bass bat beagle
bear beaver bee beetle beluga bird bison bittern blackbird blackcap bluebird bluefin bluegill bluejay bobcat
bonefish bonobo bream buck budgie buffalo bulbul bull bullfinch bumblebee bunny bunting burro bustard
butterfly buzzard calf camel canary capybara caracal cardinal caribou carp cat caterpillar catfish cheetah
chickadee chicken chinchilla chipmunk cicada civet clam clownfish cockatoo cod collie colt condor coot corgi
cormorant cougar cowbird crab crane crawfish cricket crow cub cuckoo curlew cuttlefish dace deer dingo
dipper doe dogfish dolphin donkey dormouse dotterel dove dragonfly drake duck duckling dugong dunlin eagle
echidna eel egret eider eland elephant elk emu ermine falcon fawn feline ferret finch firefly flamingo
flounder foal fowl fox foxhound frog gannet gar garfish gazelle gecko gelding gerbil gibbon giraffe glider
glowworm gnu goat goldcrest goldfinch goldfish goose gopher goshawk gosling grackle grayling grebe greyhound
grouper grouse gull guppy haddock halibut hamster hare harrier hawk hedgehog heifer hen heron herring hippo
honeybee honeyeater hoopoe hornbill horse hound humpback husky ibex ibis iguana impala jackal jackdaw
jackrabbit jaguar jay jaybird jerboa joey kangaroo katydid kestrel kid killdeer kingfisher kinglet kit kite
kitten kiwi koala kodiak koi krill kudu labrador lacewing ladybird ladybug lamb lamprey lapwing lark lemming
lemur leopard liger limpet linnet lion lioness lionfish lizard llama lobster loon loris lynx macaque macaw
mackerel magpie mako mallard mammoth manatee mantaray mantis mare margay marlin marmoset marmot marten
martin mastiff meadowlark meerkat merganser merlin mink minnow mockingbird mole mongoose monkey moorhen
moose moray moth mouse mudskipper mule mullet muskox muskrat mustang nandu narwhal nautilus newt nighthawk
nightingale numbat nuthatch ocelot octopus okapi opossum orca oriole oryx osprey ostrich otter owl owlet
oyster panda pangolin panther parakeet parrot partridge peacock peahen pelican penguin perch petrel pheasant
phoebe pigeon pika pike pinscher pintail pipefish pipit platypus plover pointer polecat pollock pony poodle
porpoise possum prawn pronghorn ptarmigan puffin pug puma pup puppy quagga quail quetzal quokka rabbit
raccoon ram raven ray redfish redstart redwing reindeer retriever rhea rhino ringtail roadrunner robin rook
rooster rosefinch ruff sable saiga sailfish salamander salmon sandpiper sapsucker sardine sawfish scallop
seagull seahorse seal serval setter shad shark sheep sheepdog shelduck shepherd shiner shrew shrike shrimp
silkworm siskin skate skink skylark sloth smelt snail snapper snipe sole spaniel sparrow spider spoonbill
sprat squid squirrel stag starfish stargazer starling steed stickleback stingray stoat stonechat stork
sturgeon sunbird sunfish swallow swan swift swordfish tahr tamarin tapir tarpon tarsier teal tern terrapin
terrier thrush tiger titmouse toad tortoise toucan treefrog trout tuna turbot turkey turnstone turtle urchin
vervet vicuna vireo vole wagtail wallaby walleye walrus warbler warthog waterbuck waxwing weasel whale
wheatear whimbrel whippet whiting wildcat wildebeest willet wolf wolfhound wombat woodchuck woodcock
woodlark woodpecker wren yak yearling zander zebra zebu
`
  .trim()
  .split(/\s+/);
