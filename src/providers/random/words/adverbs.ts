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
