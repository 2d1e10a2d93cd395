// The real signer beside a child that speaks with it: whichever of both is killed, both begin
// again; a killed launcher leaves nobody behind; nobody but the signer has the passphrase.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../tools/testing/wait.ts';
import { identifyProcess } from '../base/process/proc.ts';

const here = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));
const PASSPHRASE = 'only the signer knows it';
let folder: string;
let launcher: ChildProcess;

/** A policy of one network, as the local chains of a sandbox say it. */
const policy = {
  version: 1,
  site: { rpId: 'localhost', origin: 'http://localhost' },
  officers: [],
  networks: [
    {
      network: 102,
      family: 'btc_regtest',
      feeRateMax: 200,
      feePerTransactionRaw: '1000000',
      feePerDayRaw: '10000000',
      coldAddresses: [],
      assets: [
        {
          token: null,
          symbol: 'BTC',
          decimals: 8,
          perTransactionRaw: '1',
          perHourRaw: '1',
          perDayRaw: '1',
          perHourCount: 1,
          approveAboveRaw: '1',
        },
      ],
    },
  ],
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-companion-'));
  writeFileSync(
    join(folder, 'child.ts'),
    `import { Socket } from 'node:net';
     import { appendFileSync } from 'node:fs';
     import { SignerClient } from ${here('../../../signer/src/client.ts')};
     import { runChild } from ${here('../base/process/child.ts')};
     runChild(async () => {
       const pipe = new Socket({ fd: 3 });
       const client = new SignerClient(pipe);
       const { statementKey } = await client.call('hello', { head: null });
       const known = JSON.stringify(process.env).includes(${JSON.stringify(PASSPHRASE)});
       appendFileSync(${JSON.stringify(folder)} + '/said', statementKey + ' ' + known + '\\n');
       const ended = new Promise((resolve) => pipe.once('close', resolve));
       return { ended, stop: async () => void pipe.destroy() };
     });`,
  );
  writeFileSync(
    join(folder, 'launcher.ts'),
    `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
     import { pathToFileURL } from 'node:url';
     import { startChild } from ${here('./child-process.ts')};
     import { planCustody, takePassphrase } from ${here('./signer.ts')};
     const folder = ${JSON.stringify(folder)};
     const passphrase = takePassphrase(process.env);
     const settings = { dataFolder: folder, mode: 'sandbox' };
     const child = { role: 'custody', entry: pathToFileURL(folder + '/child.ts') };
     const plan = planCustody(child, settings, passphrase);
     const watch = (name) => ({
       logFile: folder + '/' + name + '.log',
       onStart: (pid) => appendFileSync(folder + '/pids.' + name, pid + '\\n'),
       onEnd: () => {},
     });
     const started = startChild(plan, {
       ...watch('custody'), companion: watch('signer'), environment: process.env,
       notice: () => {}, onHopeless: () => {},
     });
     process.on('message', async () => { await started.stop(); process.exit(0); });
     setTimeout(() => {
       mkdirSync(folder + '/chains');
       writeFileSync(folder + '/chains/policy.json', ${JSON.stringify(JSON.stringify(policy))});
     }, 100);`,
  );
  launcher = spawn(process.execPath, ['--no-warnings', join(folder, 'launcher.ts')], {
    env: { ...process.env, ISOBATH_SIGNER_PASSPHRASE: PASSPHRASE },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await untilSaid(1);
});
afterEach(async () => {
  launcher.kill('SIGKILL');
  await waitFor('all to be gone', () => listAlive().length === 0);
  rmSync(folder, { recursive: true, force: true });
});

const listLines = (name: string): string[] => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};
const listPids = (name: string) => listLines(`pids.${name}`).filter(Boolean).map(Number);
const isThere = (pid: number) => identifyProcess(pid) !== undefined;
const listAlive = () => [...listPids('custody'), ...listPids('signer')].filter(isThere);
const untilSaid = (count: number) =>
  waitFor(`word ${count} of custody`, () => listLines('said').length >= count);

test('both live and end together, with the same keys, and the passphrase is of one', async () => {
  for (const [place, victim] of (['signer', 'custody'] as const).entries()) {
    process.kill(listPids(victim).at(-1) ?? 0, 'SIGKILL');
    await untilSaid(place + 2);
    expect(listAlive()).toEqual([listPids('custody').at(-1), listPids('signer').at(-1)]);
  }
  const said = listLines('said');
  expect(new Set(said).size).toBe(1);
  expect(said[0]).toMatch(/^[0-9a-f]{64} false$/);
  const environmentOf = (name: string) =>
    readFileSync(`/proc/${listPids(name).at(-1)}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean);
  expect(environmentOf('custody').join()).not.toContain(PASSPHRASE);
  expect(environmentOf('signer')).toEqual([`ISOBATH_SIGNER_PASSPHRASE=${PASSPHRASE}`]);
});

test('a launcher that is killed leaves neither behind', async () => {
  launcher.kill('SIGKILL');
  await waitFor('both to be gone', () => listAlive().length === 0);
  expect(listPids('signer')).toHaveLength(1);
});

test('both are gone when a stop is over', async () => {
  launcher.send('stop');
  await waitFor('the launcher to end', () => launcher.exitCode !== null);
  expect([launcher.exitCode, listAlive()]).toEqual([0, []]);
});
