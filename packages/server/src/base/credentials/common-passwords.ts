/**
 * The passwords that leaks show most often, in lower case, without those that are another of the
 * list with a few digits or signs behind it. Source: how often each was counted in public leaks.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!qaz2wsx 0.0.0.000 0.0.000 000000 000001 000007 000111 007007 01011900 01011910 01011960 01011970
01011975 01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986
01011987 01011988 01011989 01011990 01011991 01011992 01011993 01011999 01012000 01012001 01012010
01012011 010180 010203 01031988 01041985 01061990 01071986 01081989 01091987 01091989 01121986
0123456789 02011980 02011981 02011984 02011985 02011986 02011987 02011988 02011989 02021973 02021976
02021979 02021981 02021982 02021983 02021984 02021985 02021986 02021987 02021988 02021989 02021990
02031979 02031981 02031982 02031984 02031985 02031986 02031987 02041979 02041981 02041982 02041983
02041984 02041985 02041986 02041987 02041988 02041989 02051982 02051983 02051984 02051986 02051987
02051988 02051989 02061980 02061982 02061983 02061984 02061985 02061986 02061987 02061988 02061989
02071980 02071981 02071982 02071983 02071984 02071986 02071987 02071988 02071989 02081977 02081980
02081982 02081983 02081984 02081985 02081986 02081987 02081988 02081989 02091980 02091981 02091983
02091984 02091985 02091986 02091987 02091989 02101984 02101985 02101986 02101987 02101988 02101989
03041991 03082006 05051985 05051987 06061986 07071987 08031986 100000 10011986 10031988 10051987
10071987 102030 102938 11051987 11081989 111000 111111 111111a 111111q 11112222 111222 111333 111qqq
112211 112233 112233445566 112358 12011987 12021988 12051988 120676 12121990 121314 122333 123000
123098 123123 123123a 123123q 1232323q 123321 123321a 123321q 12341234 1234321 12344321 123451
123454321 123455 123456 123456654321 1234567890a 1234567890q 123456789a 123456789q 123456789s
123456789z 12345678a 12345678q 1234567a 1234567q 123456a 123456aa 123456ab 123456k 123456l 123456m
123456q 123456qw 123456qwe 123456qwerty 123456r 123456s 123456z 123457 12345a 12345abc 12345q
12345qwe 12345qwert 12345t 12345z 123465 1234abcd 1234asdf 1234qw 1234qwe 1234qwer 123654 1236987
123789 123987 123aaa 123abc 123asd 123ewq 123qaz 123qq123 123qwe 123qweasd 123qweasdzxc 123qwer
123qwerty 123zxc 124578 128500 12qw12 12qw12qw 12qw34er 12qwas 12qwaszx 13031987 13041987 13041988
13061986 131313 132435 134679 135246 135790 135791 135792468 1366613 14061991 14111986 141627 142536
147258 147369 147741 147852 1478963 147963 15051981 150781 153624 15426378 159357 159632 159753
159951 162534 17051988 172839 18011987 18436572 19061987 19101987 192837 19411945 1a2b3c 1a2b3c4d
1a2s3d4f 1passwor 1password 1pussy 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qaz2ws
1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qwerty 1x2zkg8w 1z2x3c 1z2x3c4v 200000 20061988 20111986 21011989
21031987 21031988 2128506 22021989 22041987 22222222 222333 223344 225588 23041987 235689 24011985
24061986 246810 25081988 25802580 258456 258852 26061987 28041987 3000gt 30051985 314159 315475
321123 321456 321654 332211 33333333 333666 333777 336699 362436 369258 369852 369963 420000 420247
420420 426hemi 44444444 445566 456123 456321 456654 456852 45m2do5bs 4815162342 4runner 50cent
50spanks 5551212 55555555 555666 555777 635241 654123 654321 655321 666666 666777 666999 6751520
696969 73501505 74108520 741852 753159 753951 7753191 7777777 777888 7779311 778899 784512 787898
789123 789456 789456123a 7895123 789654 789987 794613 7ugd5hip2j 81fukkc 852456 8675309 87654321
88888888 8j4ye3uz 906090 911911 9293709b13 9379992 951753 9562876 963852 987123 987456 987654321
998877 99999999 a11111 a12345 a1a2a3 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 aa123456 aaa111 aaaaa1 aaliyah
aardvark aaron1 abc123 abc123abc abcd123 abcdefg1 abcdefgh aberdeen abgrtyu abnormal abrakadabra
absolut abstr access accord achilles achtung action adam12 adgjmptw adidas admin administrator
adonis aezakmi agent007 aggies aikido airborne airbus airforce airplane airwolf akira alabama aladin
alaska albany albatros albion alejandr aleksandr aleksandra aleksey alenka alessandro alex123
alexande alexander alexandr alexey alexis alibaba aliens allmine allsop allstar aloha alpha alphabet
alpine altima alucard amadeus amanda1 amateur amateurs amazon amber1 americ america amerika amigo
amorcit amsterda amsterdam anaconda anakin analsex anarchy anastasi anastasiya andrea1 andrei
andrew1 andrey andromed andromeda andyod22 anfield angel angels angelus angus anhyeuem animal anime
annie1 antelope anthon anthony1 anthrax antoni anubis apache apollo apple applepie apples aptiva
aquarius aragorn aramis arcadia area51 arizona arjay armada armagedon armani armstron arrow arrows
arsenal artem artemis artemka artur asd123 asdasd asddsa asdf12 asdfasdf asdfg asdfgh asdfghj
asdfghjk asdfghjkl asdfjkl asdfzxcv asdqwe123 asdzxc ashley1 aspire aspirine assassin assfuck
asshole assholes assman assword asterix astra astral astro astros athlon atlanta atlantis atomic
attila auburn audia4 aussie austin australi autumn123 avalanch avalon avatar avenger awesome azamat
azazel azerty azsxdc azsxdcfv babes babyblue babyboy babydoll babyface babygirl babylon babylove
bacardi bacchus backdoor badass badboy baddog badger badgers badgirl badman baggins baggio bagira
bailey1 baller ballin balloon balloons balls bambam bamboo banana bananas banane bandit banger
bangkok banker banner banshee banzai barbados barbie barcelon barcelona barefoot barkley barney
barselona barsik bartman basebal baseball basket basketba basset bassman bastard batman bayern
bcfields beaches beagle beamer beaner beanie bearcat bearcats beardog beast beastie beatle beatles
beautifu beauty beaver beavis beckham beefcake beemer beerman beetle bella1 belmont benfica bengals
benjamin beowulf beretta bergkamp berlin bhbirf bicycle bigass bigballs bigbear bigben bigbird
bigblock bigblue bigbob bigboobs bigboss bigboy bigbutt bigcat bigcock bigdaddy bigdick bigdog
bigfish bigfoot biggie biggles bigguy bighead bigmac bigman bigmike bigmoney bigone bigred bigsexy
bigtime bigtit bigtits bikini bilbo billy1 billybob billyboy bimmer bingo binladen bird33 birddog
birdie birdman biscuit bitch bitchass bitches bitcoin1 biteme bizkit blabla black1 blackbir blackcat
blackdog blackhaw blackie blackjac blackjack blackout blacks blacky blade blades blahblah blaster
blaze blazer blessed blessing blink182 blizzard blockchain blonde blondes blondie blowjob blowme
blue12 blue22 bluebell bluebird blueboy bluedog blueeyes bluefish bluemoon blues bluesky bluesman
bmw325 boating bob123 bobafett bobby1 bobcat bobdylan boeing bogart bogdan bogey bohica boiler
bollocks bollox bologna bombay bomber bombers bond007 bondage bonehead boner bones bonjour bonjovi
bonkers bonsai boobie boobies booboo boobs booger boogie bookworm boomboom boomer booster bootie
boots booty boozer borabora boricua borussia bosco bossman boston bounce bounty bowler bowling
bowwow boxer boxers boxing boxster br0d3r brando brandon1 brandy brasil braves brazil breast breasts
breeze brian1 brighton bristol britney brodie broker bronco broncos brooklyn brownie browns brucelee
bruins bruiser bruno1 brutus bubba bubbas bubble bubbles buceta bucket buckeye buckeyes buckshot
budapest buddah buddha buddie buddy buddyboy budlight budman budweise buffalo buffett buffy1 bugger
builder bulldog bulldogs bullet bullfrog bulls bullseye bullshit bummer bumper bunghole bunnies
bunny burger burrito bushido buster busty butch butter buttercu butterfl butterfly buttfuck butthead
butthole buttman buttons buzzard byteme cabbage cabron cactus cadillac caesar calgary calico
caliente californ caligula callum camaro cambiami camel camelot camels cameltoe cameron camper
canada cancer cancun candle candy1 candyman cannabis canon cantona capone capslock captain caramel
caravan cardinal carlito carlitos carmex2 carnage carolina carpedie carpet carrera carrot cartman
cartoon casanova caserta casey1 casino casper cassie cat123 catch22 catdog catfish catherin catman
catwoman cavalier caveman cbr600 cbr900rr ccbill cdtnbr cdtnkfyf celeb celeron celica celine celtic
celtics cerberus cessna cfitymrf cgfhnfr chainsaw champ champion champs changeme chaos charger
chargers charles1 charli charlie charlott charlton charly charmed chase1 chaser cheater checkers
cheech cheeks cheers cheese cheetah chelsea cherokee cherry chester chevelle chevrole chevrolet
chevy chevys chewie cheyenne chiara chicago chichi chicken chickens chicks chico chiefs chilli
chillin chilly chimera chinook chipmunk chipper chippy chivas chloe1 chocolat chocolate choochoo
chopin chopper chris1 chrisbln chriss chrissy christ christia christian christin christma christop
chrome chronic chrono chrysler chuai chuang chubby chuckie chuckles chucky chunky ciccio cicero
cigars cinder cindy1 cinnamon citadel citroen cjkysirj cjkywt clancy clapton clarinet classic
classics claudi claymore clemson cleopatr clevelan climber clipper clippers clitoris cloud9 clouds
clover clowns cnfybckfd cobain cobalt cobra cobras cocacola cocaine cocker cocks cocksuck coconut
codered coffee cohiba coldbeer colnago colombia colorado colors colt45 coltrane comanche comet
commando compaq compass compute computer conan concord concorde concrete condom condor connect
connor consumer cookie cookies cooldude cooler coolguy coolio coolman coolness cooter copper
corleone corndog corolla corona corrado corsair corvette cosmic cosmo cosmos cosworth cougar cougars
coventry cowboy cowboys coyote cracker cramps crazy1 crazybab creampie creamy creative cricket
crimson critter crjhgbjy cruise cruiser crunch crusader crusher crypto123 crysis crystal1 cthtuf
cthulhu cthutq ctrhtn cubbies cubswin cuddles cumming cumshot cunts cupcake curious custom cutlass
cutter cxfcnmt cyber cyborg cyclone cyclops cygnus cypress dabears daddy1 daemon daewoo dagger
daisy1 dakota dalejr dallas dalshe dammit damnit dancer danger danie daniel1 daniil danila danni
danny1 dannyboy danzig darklord darkman darkness darkside darkstar david1 davide davids daytona
dbrnjh dbrnjhbz deadhead deadman deadpool death1 death666 december deejay deepthroat deeznuts
deeznutz default1 defender defiant deftones delete delight delphi delta deluxe denali deniska
depeche desert designer desire deskjet destin destiny detroit deutsch devil devildog devils dexter
dfcbkbq dfkthbz dfkthf dfktynbyf dfvgbh dharma diablo dialog diamond diamonds dickhead dickie dicks
diehard diesel dietcoke dieter digger diggler digimon digital dilbert dildo dilligaf dinamo dinara
dindom dingdong dinosaur dipshit dirtbike discover disney diver divine dkflbckfd dkflbvbh doberman
doctor dodge1 dodger dodgeram dodgers dog123 dogbert dogboy dogcat dogface dogfood dogger doggie
doggy doghouse dogman dogshit doitnow dollar dolphin dolphins domino donkey donuts doobie doodle
doofus doogie dookie doomsday dotcom doughboy dracula drago dragon dragonba dragonball dragons
dragoon drakon draven dreamer dreams drifter driver drizzt droopy drowssap drpepper drummer dthjybrf
dublin ducati duchess duckie dumbass dundee durango duster dusty1 dutchess dynamite dynamo eagle
eagles earnhard eastside eastwood eatme eatpussy eatshit eclipse eddie1 eduard edward1 eeyore eggman
einstein ekaterina eldorado electra electric electro electron element elephant elizabet elizabeth
elizaveta elvis1 emerald emily1 eminem empire engage engineer enigma enrico enter enterme enterpri
enterprise entropy epsilon eraser ericsson erotic erotica escort eternal eternity ethereum eureka
europa evangelion everest everlast everton excalibu excalibur exchange exigen exigent exodus exotic
explorer express extreme fabie fabric facebook facial fairlane falcon falcons fallen fallout
fandango fantasia fantasy fantomas farscape farside fastball faster fatass fatboy fatcat fatman
fatty fearless feather february felix1 fender fenway fergie fergus fernand ferrari ferret fester
fetish fghtkm fgtkmcby ficken fidelio fiesta figaro fighter filter finger fireball firebird firefly
firefox fireman firewall fishbone fishes fishhead fishin fishing fisting fitness fktrcfylh
fktrcfylhf fktrctq flames flamingo flanker flash flatron fletch flexible flipper floppy florian
florida flounder flower fluffy flyboy flyers flyfish foobar footbal football fordf150 forest foreve
forever forfun formula forsaken fortuna foryou fossil foxtrot franc francesc frank1 franky freaks
freaky freckles freddy freebird freedom freepass freeporn freesex freeuser freeway friday fright
frisco frisky frodo frogger froggy frogman front242 frontier frosty fubar fuck_inside fucked fucker
fuckers fuckface fuckhead fuckher fucking fuckinside fuckit fuckme fuckoff fuckthis fucku fuckyo
fuckyou fugazi fulham fullmoon funtime fusion futbol fuzzy fyfcnfcbz fyfnjkbq fylhtq fytxrf fyutkbyf
gabrie gabriel1 gabriell gadget gagging galaxy galina galore gambit gambler gameboy gamecock
gamecube gameover gandalf ganesh gangbang gangsta gangster garden garfield gargoyle garion gasman
gateway gator gatorade gators gawker gbhfvblf gbpltw gegcbr geheim gemini generic genesis genius
georg george1 geronimo gesperrt getmoney getout getsome gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghblehjr
ghbywtccf ghetto ghjcnj ghjcnjgfhjkm ghjcnjnfr ghost ghostrider giants gilles ginger giorgi giorgio
giraffe girls gizmo gizmodo gjkbyf gladiato gladiator gmoney gn56gn56 goalie goaway gobears goblin
goblue gobucks goddess godfathe godfather godsmack godzilla gofish goforit goirish golden goldfish
goldstar goldwing golfball golfer golfing goliath gollum gonavy gonzo goober good123654 goodboy
goodluck goodtime goofy google gooner goose gopher gordon24 gorilla gotcha goten gothic gotohell
govols granny grease great1 greatone green1 greenbay greenday greens gregor gremlin grendel gretzky
griffey gringo grizzly gromit groove groovy groucho grumpy gryphon gsxr750 gtnhjdbx guang guardian
guiness guinness guitar guitars gundam gunnar gunner gunners gustav guyver gypsy habibi hacked
hacker haggis hairy hal9000 halflife halifax hallo hambone hamburg hamish hamlet hammer hammers
hamster handball handyman hannah hannibal hansolo happy1 happyday hardcock hardcore hardon hardrock
harley harry1 harrypotter harvest havana havefun hawaii hawaiian hawkeye hawkeyes hayabusa hearts
heater heather1 heaven heckfy hedgehog heidi1 heineken hellboy hellfire hello helloo hellos hellyeah
helmet helpme hendrix henry1 hentai herbie hercules hermes hershey hesoyam hewlett heynow hidden
highbury highheel highland highlander hiphop hippie hitachi hithere hitler hitman hjccbz hjvfirf
hobbes hobbit hockey hokies holiday holly1 hollywoo holyshit homeboy homer1 homerj homers homerun
honda hondas honey1 honeybee hongkong honolulu hookem hooker hookup hooligan hoosier hoosiers hooter
hooters hootie hopeful horizon horndog hornet hornets horney horny horse horses hotbox hotboy hotdog
hotone hotpussy hotred hotrod hotsex hotshot hotstuff hottie hotties hounddog house1 hover hummer
hunter hunting hurrican husker huskers huskies hustler hyperion iamgod ib6ub9 ibanez iceberg
icecream icehouse iceman icu812 idontkno idontknow idunno iforgot iguana ihateyou illini illusion
iloveme ilovesex iloveu iloveyo iloveyou imation immortal impala incubus indiana indians indigo
inferno infiniti infinity insane insert insomnia inspiron install integra intel internet intrepid
intruder inuyasha iomega ipswich irina irinka irish1 irishka irishman ironman iscool islander
isobath1 istanbul italia itsme ivanov ivanova iverson iwantu jabroni jackal jackass jackoff jackpot
jackson1 jackson5 jacob1 jagger jaguar jamaica james007 james1 jamesbon jamesbond jamie1 jammer
jammin january1 jarhead jasmine jason1 jasper jaybird jayden jayhawk jayhawks jazzman jefferso jelly
jellybea jennife jennifer jenny1 jeremy1 jericho jerkoff jerry1 jessic jessica1 jester jesus1 jethro
jetski jewels jezebel jiang jiggaman jimbo jimbob jimmy1 jingle jiong jktymrf jockey joebob johann
johannes john316 johnboy johndeer johnny1 johnson1 joker jokers jonathan jones1 jonny jorda jordan
joseph1 josephin joshua1 jrcfyf jsbach jubilee juggalo juice juicy julie1 julien jumper junebug
jungle junior junkie jupiter just4fun just4me justdoit justice justin1 justme juventus kahuna
kakashka kaktus kalina kamikaze kamila kangaroo kansas karachi karate karen1 karina karolina kashmir
kasper katana katarina katerina katie1 katrin kawasaki kazantip kcj9wx5n keeper kelly1 kenshin
kenwood kenworth kevin1 keyboard keystone keywest kfhbcf kickass kicker kidrock kieran killbill
kille killer killers killjoy killme kilroy kimmie kingfish kingkong kingpin kingston kinky kipper
kirill kirsty kisses kissme kissmyass kitkat kitten kittens kitty kittycat kittykat kjkszpj
kjrjvjnbd klaster kleopatra klingon knickers knicks knights knockers knopka kodiak kolobok komodo
konstantin koroleva koshka kosmos kostya kotaku kotenok krasotka krishna krusty krypton ktyjxrf
kuang kungfu labrador labtec lacrosse ladybug laguna lakers lakota lamer lancelot lancer lansing
lantern laptop larisa larry1 laser lassie lasvega lasvegas latinas latino laura1 laurent lazarus
leather leavemealone ledzep legacy legend legion legolas lemonade lennon leonid leopard lesbian
lesbians lespaul lestat letmein letsgo lexmark lexus liang liberty licker licking lickit lickme
lifehack lighter lightnin lightning lights linda1 lindros lineage linkedin lionking liquid lithium
liverpoo liverpool lizard lobster logan1 logitech lokomotiv lol123 lolipop lollipop lollol lollypop
london lonestar lonewolf longbow longdong longhorn longjohn looker looser loser losers lotus love12
love69 lovebug loveit lovelife lovely loveme lover loverboy lovers lovesex loveyou lowrider ltybcrf
lucifer lucky luckydog ludmila lumber lvbnhbq macbeth macdaddy machine macross madcat maddie maddog
madina madison madman madmax madness madonna maestro magelan maggi maggie maggot magic magician
magick magicman magnet magnum magnus magpie maiden mailcreated5240 mailman majestic makaveli maksim
maksimka malachi malaka malibu malina mallard mama123 mamapapa manchest manchester mancity mandarin
mandingo mandy1 mango maniac mankind manolo manowar manson mantis manutd maradona marathon marcello
maria1 marika marina marine mariners marines marino mariposa marius marker markiz marlboro marley
marseille martin1 martini maryjane masamune mason1 massive maste master matador matrix matteo
matthew1 matthias mature maverick max123 maxell maxim maxima maxime maximus maxwell maxxxx mayday
mayhem mazafaka mazda mazdarx7 mclaren meatball meathead meatloaf mechanic medic medion medusa
megadeth megaman megan1 megapass megatron meister melissa1 mellon mellow memorex memphis menace
meowmeow mephisto mercedes mercury meridian merlin merlot mermaid mersedes messiah metallic
metallica mexico miami michae michael1 michael2 michelle michigan mickey micro microlab micron
microphone microsof microsoft midget midnight midway mighty mihail mike123 mikey milana milano
milena milkman miller1 millwall minecraft minime mirage misfit misfits mishka missy1 mister mistress
misty1 mittens mnbvcxz mobydick modena molly1 mollydog moloko molson momoney monaco monalisa monarch
monday mondeo money moneyman moneys mongoose monitor monke monkey monkeybo monkeys monopoly monster
montana montgom240 montreal monty1 moocow mookie moomoo moonbeam moondog moonlight moose mordor
morgan1 moritz morpheus mortgage mortimer moscow moskva mother motherlode motorola mountain mouse
mozart mudvayne muffin mulder mullet multiplelo munchkin muppet musashi muscle muscles mushroom
music1 musica musicman mustafa mustang mustangs mustard mybaby mydick mygirl mykids mylife mylove
myname mypass mypassword mystic naked namaste nancy1 nanook napass napoli napster naruto nascar
nasty nastya natali natasha nathan1 naughty nautilus ncc1701 ncc1701a ncc1701d ncc1701e ne1469
nebraska nemesis neptune netscape nevada nevermind newbie newcastl newlife newpass newport newyork
nextel nfnmzyf nfytxrf niang niceass niceguy nicholas nickel nicola nicole1 nikita nikitos nikki1
nikola nikolay nimbus nimrod niners ninja ninjas nintendo nipper nipple nipples nirvana nissan
nitram nitro nofear nokia nolimit nomore noodle noodles nookie nopass nopassword norwich nostromo
novell november ntktajy nudes nudist nugget nuggets number1 nutmeg nuttertools nwo4life nygiants
nyjets nylons nymets oakland oasis oatmeal obelix obiwan oblivion oceans ohshit ohyeah oicu812
oilers oksana oldman olesya oliver olivier omega onelove onetime onetwo online onlyme openup
operator optimus oracle orange oranges orchid orgasm orient orioles orion oscar1 osiris othello
ou8122 outkast outlaw overkill overlord oxford p0015123 p4ssw0rd p@ss1234 p@ssw0rd p@ssword pa55w0rd
pa55word pacers packard packer packers pacman paddle padres paintbal paintball pakistan paladin
pallmall palmtree paloma panama panasoni panasonic pancho panda pandora pantera panther panthers
panties pantyhos panzer paolo paradigm paradise paradox parola parrot pascal pass123 pass@123 passat
passion passme passpass passport passw0rd passwd passwor password passwords passwort pasword patches
patric patrick1 patriot patriots paulie pavel pavilion pavlov pdtplf peach peaches peanut peanuts
pearljam pebbles pecker peekaboo peewee pegasus pelican pencil penguin penguins penis penny1
penthous pentium pepito pepper pepsi persik pervert peter1 peterpan petrov peugeot phantom pharmacy
pheonix philippe philips phillies philly phish phoeni phoenix photos phpbb pianoman picard picasso
piccolo pickle pickles pickup picturs pigeon piggy piglet pikachu pillow pimpin pinball pineappl
pineapple pingpong pinhead pinkfloy pinkfloyd pinky pioneer pipeline pippen pippo piramida pirate
pirates pisces pissing pissoff pistol pistons pitbull pixies pizza pizzas placebo planet plasma
plastic platinum platypus playboy player playstat playstation playtime plumber pluto plymouth pobeda
poison poiuyt poiuytrewq pokemon polaris police polina polniypizdec0211 polska pompey poncho pontiac
poochie poodle poohbear pookie pool6123 poontang pooper poopie poopoo poopy pooter popcorn popeye
popper poppy porkchop porno pornos pornstar porsche portland portugal poseidon possum postal postman
potato pothead powder power1 preacher precious predator prelude premium presario presiden presto
primus prince princes princess pringles printer prissy private privet prodigy prophet prowler proxy
psycho puddin pudding puffin puffy pulsar pumpkin pumpkins punisher punkin punkrock puppies puppy
pupsik purdue purple pussey pussie pussies pussy pussycat pussyman pussys putter pyramid python
q12345 q1q2q3 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5 qawsed qawsedrf qaz123 qazqaz qazws
qazwsx qazwsxed qazwsxedc qazwsxedcrfv qazxsw qazxswedc qazzaq qiang qiong qqq111 qqqqq1 quantum
quartz quattro queens quest qwaszx qwe123 qwe123qwe qweasd qweasdzxc qweqwe qwer12 qwerasdf qwert
qwerty qwerty123456 qwertyu qwertyui qwertyuio qwertyuiop qwertz r2d2c3po rabbit rabota racecar
racer racerx rachel1 racing radiohea radiohead ragnarok raider raiders rainbow rainman raistlin
rambler rambo rammstein ramones rampage ramrod ramses rancid random ranger rangers raptor rascal
rasdzv3 rasputin rasta rastaman raven ravens razor rbhbkk rctybz reader realmadrid reaper rebecca1
rebel rebels reckless red123 redalert redbaron redbird redbull reddevil reddog reddwarf redeye
redfish redfox redhead redhot redline redman redneck redrose redrum redskins redsox redwing redwings
redwood reebok reefer reflex reload renault renegade reptile rereirf rescue retard revolver rfhbyf
rfnthbyf rfrfirf rfrnec rhbcnbyf rhfcjnrf rhino rhjrjlbk rhtdtlrj richard1 rightnow ripken ripper
ripple rjhjktdf rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn roadster rober robert1
robot robotech robotics rocker rocket rockets rockford rockhard rockies rockon rocks rockstar rocky1
rockyou1 rodman roller rolltide romans romashka rommel ronaldo rookie rooster rootbeer rosebud
rotten route66 rover rovers royals rtyuehe rubber rubble rulez rulezzz runescape runner rush2112
ruslan russia rustam rusty1 sabbath sabine sabres sadie1 safari sahara sailboat sailing sailor
saints sairam saiyan sakura salamander salasana saleen sally1 salmon salomon salsero sam123 samantha
samiam sammy1 samson samsun samsung samtron samurai sancho sandiego sandman sandrine sandro sandy1
sanfran sanity santafe sapper sapphire sarah1 saratoga sascha sasha1 sassy sasuke satan satana
satoshi1 saturn sauron sausage sausages sayang scania scanner scarface scarlet schalke scooby
scoobydo scoobydoo scooter scorpio scorpion scotch scotland scott1 scotty scout scrabble scrappy
scream scruffy scuba scully seabee seadoo seagull seahawks seamus searay seattle sebastia secret
security seeker seinfeld sekret select seminole semperfi senators sensei sentinel septembe september
serega serenity sergei sergey sergi sersolution server sesame seven7 severin sex123 sex4me sexsex
sexual sexxxx sexxxy sexy69 sexyboy sexygirl sexyman shado shadow shaggy shalom shaman shamrock
shamus shaney14 shang shania shannon1 shaolin shark sharks sharky shasta shaved shazam sheba1 shelby
shemale sheng sherlock shibby shiloh shiner shinobi shitface shithead shitty shocker shogun shooter
shorty shotgun showme showtime shuai shuang shutup sidekick siemens sierra sigma silver silverad
simba simon1 simple simpsons sinatra sinbad sinister sinned sinner sirius sissy sithlord sixers
skate skater skeeter skidoo skiing skinny skipper skippy skittles skorpion skydive skyhawk skylar
skyler skyline skywalke skywalker slacker slamdunk slapper slappy slapshot slave slavik slayer
sleeper sleepy slick slider slinky slipknot slippery slowhand sluggo sluts slutty smashing smeghead
smegma smelly smiles smiley smirnoff smiths smitty smoke smoker smokes smokey smokie smokin smooth
smudge snake snakes snapon snapper snapple snappy snatch sneakers sneaky snickers sniper snooker
snoop snoopdog snoopy snowball snowboar snowboard snowflak snowman snuffy snuggles sobaka soccer
socrates softail softball software sojdlg123aljg soldier soleil solitude solnce solo1234 sommer
sonata sonic sonics sonoma sonyericsson sooners sophi sophie soprano soso123aljg soulmate southpar
southpark sowhat spaceman spank spanking spankme spanky sparkle sparky sparta spartak spartan
spartans spawn speaker specialk spectre spectrum speedo speedy spencer1 sphinx spice spider spiderma
spiderman spidey spike spiker spikes spikey spinner spirit spitfire splash splinter spock sponge
spongebo spongebob spooky sporty spotty spring sprint sprinter sprite spunky spurs sputnik spyder
squall squash squirrel squirt srinivas stalin stalker stallion stanislav star69 starbuck starcraf
starcraft stardust starfire starfish stargate starligh starman starship starter startrek starwars
stasik static stealth steeler steelers stefano steffi stepan steph stephani stephanie stephen1
stereo sterlin steve1 sticks sticky stiffy stimpy sting stinger stingray stinker stinky stocking
stocks stone55 stonecol stonecold stoned stones stoney storm stormy stranger stratus strawberry
strider strike striker stripper stroker stubby studly stumpy stunner stupid stylus subaru sublime
submit subway subzero success sucker suckers suckit suckme sucks sugar sultan summer summit sundance
sunday sundevil sunfire sunflowe sunflower sunny1 sunnyday sunrise sunset sunshin sunshine super
superb superfly superma superman supersecret supersta superstar surfer surfing survivor sushi suzuki
sveta svetik svetlana svoboda swallow sweet1 sweetnes sweetpea sweets sweety swimmer swimming
swinger swingers sword swordfis swordfish swords sydney syncmaster syracuse syzygy tacobell tacoma
talisman talon tango tanker tardis target tarheel tarheels tarzan tasty tatarin tattoo tatyana
taurus taxman taylor1 tazman tazmania tbone tdutybq tdutybz teacher technics techno teddy1 teddybea
teddybear teens tekken telefon telephon temp123 tempest templar temppass tennis tequila terminat
terminator terrapin terror test123 tester testing testpass testpassword testtest texas1 thailand
thanatos thankyou theboss thecat thecrow thedog thedoors thedude theend thegame thegreat thekid
theking theman theone therock thesims thirteen thisisit thoma thomas1 thong thongs threesom thuglife
thumbs thumper thunder thunderb thx1138 tiberius tiburon tickle tiffany1 tiger tigers tigge tigger
tights timber tinker tinkerbe tinkerbell tinman tintin tipper titan titanic titanium titans titleist
titten titties titty tkbpfdtnf toaster toejam toffee tokiohotel tolkien tomato tomcat tommy1
tommyboy toolman tootie tootsie topcat topdog topgun topher topper torino tornado toronto toshiba
tottenha tottenham toyota tracker tractor trader trading1 trainer trance tranny transam translator
trapper travel traveler treasure trebor trfnthbyf triangle tricky trident trigger trinity tripod
tripper triton triumph trixie trojan trojans troll trombone trooper trouble truck trucker trucks
truelove trumpet trunks trustno1 tsunami tuesday tulips tunafish tundra tuning turbo turkey turtle
tweety twilight twinkle twisted twister tyler1 typhoon ufkbyf ultima ultimate ultra umbrella umpire
undead underdog undertak undertaker unicorn unreal upyours uranus usa123 usarmy username usnavy
usuckballz1 utopia vacation vader vadim vagina valentin valentina valera valhalla valkyrie vampire
vanguard vanhalen vanilla varvara vasilisa vector vectra vedder vegeta velvet venera verbatim
veritas verizon vermont veronika versace vertigo vette vfczyz vfhbyf vfhecz vfhufhbnf vfibyf
vfitymrf vfksirf vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvjxrf vh5150 viagra victoria victory viewsoni
viewsonic viking vikings viktor viktoria viktoriya vintage violetta violin viper vipers virgin
vision vitalik vjcrdf vkontakte vladik vladimir vladislav volcom volkswag volley volvo voodoo vortex
voyager voyeur vsegda vsjasnel12 vulcan waffle walleye walmart walnut walrus wanderer wanker wapbbs
warcraft wareagle warhammer warlock warlord warrior warriors warthog wasabi washingt wasser wassup
watcher water1 waterloo weasel webhompas webmaste webmaster weezer welcom welcome welder werder
werewolf westham westside westwood wetpussy wg8e3wjf whatever whatsup wheels whiskers whiskey whisky
whisper white1 whiteout whitesox whitey whocares whore whynot wibble wicked wifey wildbill wildcard
wildcat wildcats wildfire wildman william1 willow windmill windows windsor windsurf wingman winner
winston winter wisdom wishbone wizard wolf359 wolfgang wolfie wolfman wolfpack wolverin wolverine
wolves wombat woodie woodland woody woofer woofwoof woohoo wookie wordpass wraith wrangler wrench
wrestle wrestlin wrinkle1 wutang xanadu xavier xbox360 xerxes xfiles xiang xtreme xxx123 xxxpass
xyz123 yamaha yankee yankees ybrbnf ybrjkfq yeahbaby yellow yfcntymrf yfnfif yfnfkb yfnfkmz
yjdsqgfhjkm yogibear yomama yosemite yourmom yousuck youtube1 ytrewq yugioh yummy yzerman z1x2c3
z1x2c3v4 zachary1 zalupa zanzibar zaphod zappa zaq!2wsx zaq123 zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx
zaqxsw zaqxswcde zaraza zebra zenith zephyr zeppelin zerocool zheng zhjckfd zhong zhuai zhuang
zidane ziggy zigzag zildjian zipper zippy zodiac zombie zorro zvezda zxasqw12 zxc123 zxcasd
zxcasdqwe zxcv1234 zxcvbn zxcvbnm zzzxxx
`
    .trim()
    .split(/\s+/),
);
