// Custody's commands about a signer that is there: how it is, stopping every signature from the
// host alone, asking officers for the rest. Listed in commands.ts.
import { existsSync, writeFileSync } from 'node:fs';
import {
  ask,
  askServer,
  defineCommand,
  EXIT,
  readNamed,
  readStatementKey,
  Refusal,
  type Settings,
  signerFiles,
} from '@isobath/server/operator';

/** @errors Refusal 73 where no ceremony was held. */
export function checkSigner({ dataFolder }: Settings): void {
  const { folder, seed } = signerFiles(dataFolder);
  if (existsSync(seed)) return;
  throw new Refusal(EXIT.folder, `There is no signer in ${folder}: run custody ceremony.`);
}

/** How the signer is: what the host sees, and what custody was told last. */
export const custodyStatus = defineCommand({
  name: 'custody status',
  changes: 'nothing',
  help: 'how the signer is and what waits for officers; code 1 while nothing is signed',
  async run(_words, settings) {
    checkSigner(settings);
    const isFrozenByHost = existsSync(signerFiles(settings.dataFolder).freeze);
    const host = {
      hostFreeze: isFrozenByHost ? 'yes' : 'no',
      statementKey: readStatementKey(settings.dataFolder) ?? 'none',
    };
    const told = await askServer(settings.dataFolder, 'custody.status', {});
    const answer = { ...host, ...(told ?? { signer: 'no server runs' }) };
    return { answer, isHeld: !isFrozenByHost && told?.signer === 'signs' };
  },
});

/** Stop every signature, whatever server and database do. */
export const custodyFreeze = defineCommand({
  name: 'custody freeze',
  changes: 'by tool',
  help: 'sign nothing any more: a file that the signer reads before each signature',
  async run(_words, settings) {
    checkSigner(settings);
    const { freeze } = signerFiles(settings.dataFolder);
    writeFileSync(freeze, `${new Date().toISOString()}\n`, { mode: 0o600, flush: true });
    return { answer: { frozen: freeze }, isHeld: true };
  },
});

/** Take the host's freeze away and ask officers to thaw. */
export const custodyThaw = defineCommand({
  name: 'custody thaw',
  changes: 'by server',
  help: 'end the freeze of the host and ask two officers to thaw, with the next nonces',
  run: (_words, settings) => ask(settings, 'custody.thaw', {}),
});

/** Ask officers for another policy. */
export const custodyPolicySet = defineCommand({
  name: 'custody policy set',
  changes: 'by server',
  parameters: ['FILE'],
  help: 'ask two officers for another policy: caps, cold addresses, officers',
  async run(words, settings) {
    const text = (await readNamed(words.positionals[0] ?? '')).toString('utf8');
    return ask(settings, 'custody.policy', { text });
  },
});

/** Officers and passkeys that wait to become some. */
export const custodyOfficerList = defineCommand({
  name: 'custody officer list',
  changes: 'nothing',
  help: 'officers with their fingerprints, and passkeys that wait to become some',
  run: (_words, settings) => ask(settings, 'custody.officers', {}),
});
