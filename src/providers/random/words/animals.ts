/** Who a pet can be: the last word of every name. */
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
