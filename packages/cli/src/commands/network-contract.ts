// What nodes say of a token's contract, for the file that lists it. Asked from the host: the server
// knows no node, and custody lists nothing. Listed in commands.ts.
import {
  defineCommand,
  EXIT,
  readChainNodes,
  readContract,
  Refusal,
} from '@isobath/server/operator';

/** Decimals and code of a token, when all nodes of its network agree. */
export const networkContract = defineCommand({
  name: 'network contract',
  changes: 'nothing',
  parameters: ['NETWORK', 'ADDRESS'],
  help: 'decimals and code hash of a token, as every node of the network (by number) says them',
  async run(words, settings) {
    const [network, given] = words.positionals;
    const address = given.toLowerCase();
    if (!/^0x[0-9a-f]{40}$/.test(address)) {
      throw new Refusal(EXIT.usage, `${given} is not like 0x and 40 hexadecimal digits.`);
    }
    const urls = readChainNodes(settings)[network]?.urls ?? [];
    if (urls.length === 0) {
      throw new Refusal(EXIT.usage, `No node of network ${network} is named in chains/nodes.json.`);
    }
    const seen = await Promise.all(urls.map((url) => readContract(url, address)));
    const [first, second = first] = seen;
    if (JSON.stringify(first) !== JSON.stringify(second)) {
      throw new Refusal(EXIT.failed, 'The two nodes do not say the same of this contract.');
    }
    return { answer: { contract: address, ...first, nodes: urls.length }, isHeld: true };
  },
});
