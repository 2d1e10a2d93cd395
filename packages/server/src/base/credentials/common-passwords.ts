/** Passwords of eight and more characters that leaks show most often, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!qaz2wsx 00000000 000000000 0123456789 11111111 111111111 11223344 112233445566 123123123
123321123 12341234 12344321 123454321 12345678 123456789 1234567890 12345678910 123456789a
12345678a 1234567a 123456aa 123456ab 12345abc 12345qwert 1234abcd 1234qwer 123qwe123
123qweasd 147258369 159753456 1password 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
22222222 33333333 44444444 55555555 66666666 741852963 77777777 789456123 789456123a
87654321 88888888 987654321 9876543210 99999999 a1234567 a12345678 a123456789 a1b2c3d4
aa123456 aa12345678 abc12345 abc123456 abc123abc abcd1234 abcdefg1 abcdefgh access14
admin123 admin1234 administrator alexander amanda123 andrew123 anthony1 apple123 arsenal1
asd12345 asdf1234 asdfghjk asdfghjkl ashley123 asshole1 autumn123 babygirl babygirl1
barcelona baseball baseball1 batman123 benjamin bitcoin1 bitcoin123 blink182 blockchain
bulldog1 bullshit butterfly changeme changeme1 charlie1 cheese123 chelsea1 chocolate
christian cocacola computer computer1 corvette crypto123 daniel123 december default1
dolphin1 dragon123 elephant elizabeth eminem123 ethereum exchange facebook facebook1
february ferrari1 flower123 football football1 freedom1 fuckyou1 gangster goldfish google123
hello123 hello1234 hunter22 iloveu123 iloveyou iloveyou1 internet isobath1 isobath123
january1 jennifer jessica1 jonathan jordan23 killer123 letmein1 letmein123 linkedin
liverpool liverpool1 lol12345 lovely123 loveyou1 manchester master123 matthew1 maverick
mercedes metallica michael1 michelle midnight monday123 monkey123 mustang1 mypass123
mypassword nicholas ninja123 nirvana1 nopassword november p4ssw0rd p@ss1234 p@ssw0rd
p@ssword pa55w0rd pa55word panther1 pass1234 pass12345 pass@123 passpass passw0rd passw0rd!
passw0rd1 password password! password1 password1! password12 password123 penguin1 phoenix1
pokemon1 pokemon123 porsche1 princess princess1 pussycat q12345678 q1w2e3r4 q1w2e3r4t5
qazwsx123 qazwsxedc qweasd123 qweasdzxc qwer1234 qwerty!@# qwerty12 qwerty123 qwerty1234
qwertyui qwertyuiop rainbow1 rockstar rockyou1 samantha samsung1 satoshi1 scorpion secret123
september shadow123 slipknot snoopy123 solo1234 spiderman spring123 starwars stephanie
summer123 sunshine sunshine1 superman superman1 supersecret test1234 testing123 testpassword
testtest thomas123 tiger123 tinkerbell trading1 trustno1 undertaker victoria welcome1
welcome123 whatever whatever1 william1 winter123 youtube1 zaq!2wsx zaq12wsx zaq1zaq1
zxc12345 zxcvbnm1 zxcvbnm123
`
    .trim()
    .split(/\s+/),
);
