// Withdrawals over real chains: nodes, the signer's own process, engine and database, a hot wallet
// with money that the books know of, and a sender that a test moves look by look. Whatever it asks
// of the fence, the signer or a node can be cut before or after it. Not part of the product.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountId, AccountType } from '@isobath/core';
import { readPipe, startSigner } from '@isobath/signer/client';
import { listSignerArguments, SIGNER_PASSPHRASE } from '@isobath/signer/program';
import {
  DEPOSIT_MOVE,
  finishDepositMove,
  localChainFiles,
  readChainNodes,
  splitWithdrawal,
  withdrawalEnds,
} from '../base/custody/index.ts';
import { findHotAddress } from '../custody/keys/house-addresses.ts';
import type { CustodyMoney } from '../custody/money.ts';
import type { Session } from '../base/db/index.ts';
import { waitUntil } from '../base/process/wait.ts';
import { createNetworks, type OpenNetwork } from '../custody/networks.ts';
import type { ChainPort } from '../custody/chains/port.ts';
import { type Fence, raiseEpoch } from '../custody/epoch.ts';
import { linkSigner, type SignerLink } from '../custody/keys/signer-link.ts';
import type { ScreenWithdrawal } from '../custody/sender/index.ts';
import { writeWithdrawal } from '../products/capital/withdrawals/write.ts';
import { EvmWallet } from '../sandbox/chains/evm-wallet.ts';
import { localNetworks } from '../sandbox/chains/networks.ts';
import { runLocalChains, type RunningChains } from '../sandbox/chains/run.ts';
import { UtxoWallet } from '../sandbox/chains/utxo-wallet.ts';
import { readWalletKeys } from '../sandbox/chains/wallet-keys.ts';
import { type MoneyFixture, type MoneyPerson, startMoneyFixture } from './money-fixture.ts';
import { type CutPoint, makeCuts, makeLoops } from './sender-loops.ts';

/** Opens the seed of the fixture. */
export const PASSPHRASE = 'a passphrase of tests';
const HOUSE = 1;
const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

/** Coins of the fixture: number, network, decimals on the chain, scale in the ledger. */
export const COINS = {
  USDT: { assetId: 52, networkId: localNetworks.evm, decimals: 6, scale: 8 },
  ETH: { assetId: 2, networkId: localNetworks.evm, decimals: 18, scale: 10 },
  BTC: { assetId: 1, networkId: localNetworks.bitcoin, decimals: 8, scale: 10 },
} as const;
/** Time to give up on, not to expect. */
const GIVE_UP_MS = 120_000;

async function waitFor(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitUntil(check, GIVE_UP_MS))) throw new Error(`waited in vain for ${what}`);
}

/** Name of a coin of the fixture. */
export type FixtureCoin = keyof typeof COINS;

/** What a test gets. */
export type SenderFixture = Awaited<ReturnType<typeof startSenderFixture>>;

interface Person extends MoneyPerson {
  readonly outgoingId: AccountId;
}

/** A signer's folder with new keys and the policy of the local chains. */
async function makeSignerFolder(folder: string, policyFile: string): Promise<string> {
  const signerFolder = join(folder, 'signer');
  mkdirSync(signerFolder, { mode: 0o700 });
  const making = spawn(process.execPath, listSignerArguments('create', signerFolder), {
    env: { [SIGNER_PASSPHRASE]: PASSPHRASE },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const policy: unknown = JSON.parse(readFileSync(policyFile, 'utf8'));
  making.stdin.end(JSON.stringify({ policy }));
  await once(making, 'exit');
  return signerFolder;
}

/** What is below moved nothing of ours: the seed of the local chains. */
async function beginAtEnd(owner: Session, networks: readonly OpenNetwork[]): Promise<void> {
  for (const { networkId, port } of networks) {
    const { height } = await port.readHead();
    await owner.execute('UPDATE networks SET first_height = $2 WHERE network_id = $1', [
      networkId,
      height,
    ]);
  }
}

/** The local chains' networks; fewer blocks are waited for, the arrows are the same. */
async function openNetworks(
  { database, owner }: MoneyFixture,
  parts: {
    readonly write: Fence['write'];
    readonly dataFolder: string;
    readonly report: (error: unknown) => void;
  },
) {
  const networks = createNetworks({
    database,
    fence: { epoch: 0, write: parts.write },
    mode: 'sandbox',
    readNodes: () => readChainNodes({ dataFolder: parts.dataFolder, mode: 'sandbox' }),
    report: parts.report,
  });
  await owner.execute("UPDATE networks SET needed = 3 WHERE family = 'evm'");
  await networks.open();
  await beginAtEnd(owner, networks.list());
  return networks;
}

/** The ledger as custody asks it. */
function makeMoney(money: MoneyFixture): CustodyMoney {
  return {
    intents: money.intents,
    findAccount: ({ ownerId, accountType, scope }) =>
      money.findAccount(ownerId, accountType, scope),
    readScale: async (assetId) =>
      Object.values(COINS).find((one) => one.assetId === assetId)?.scale ?? 8,
    readAvailableUnits: async (accountId, assetId) => money.readUnits(accountId)[assetId] ?? 0n,
  };
}

/** Somebody's own wallets, away from the exchange. */
function openOutside(folder: string, { keepers }: RunningChains) {
  const { evm, bitcoin } = keepers;
  if (evm === undefined || bitcoin === undefined) throw new Error('no local chains');
  const keyOf = (name: 'evm' | 'bitcoin') => readWalletKeys(join(folder, name)).outside;
  return {
    keepers: { evm, bitcoin },
    outside: {
      evm: new EvmWallet(keyOf('evm'), evm.url),
      bitcoin: new UtxoWallet(keyOf('bitcoin'), bitcoin.url, REGTEST),
    },
  };
}

/** Custody as it runs: the signer's process, the line to it, and the fence. */
async function startCustody({ database, folder }: MoneyFixture, signerFolder: string) {
  let signer: ChildProcess;
  let link: SignerLink;
  let fence: Fence;
  async function start(): Promise<void> {
    signer = startSigner(signerFolder, PASSPHRASE);
    fence = await raiseEpoch(database, { writer: 'test', nowMs: Date.now() });
    const parts = { database, fence, dataFolder: folder, pinsFirst: true };
    link = await linkSigner({ ...parts, pipe: readPipe(signer) });
  }
  await start();
  return {
    readFence: () => fence,
    readLink: () => link,
    kill: () => void signer.kill('SIGKILL'),
    async restart(): Promise<void> {
      signer.kill('SIGKILL');
      await once(signer, 'exit');
      await start();
    },
  };
}

/** A withdrawal that a test asks for. */
interface Asked {
  readonly person: Person;
  readonly coin: FixtureCoin;
  readonly units: bigint;
  readonly to: string;
  readonly payee?: MoneyPerson;
  readonly reasons?: readonly string[];
  readonly valueUnits?: bigint;
}

/** Where the contract of USDT is. */
async function readContract(database: Session): Promise<string> {
  const [token] = await database.query<{ contract: string }>(
    'SELECT contract FROM network_assets WHERE asset_id = 52',
  );
  return token?.contract ?? '';
}

/** Nothing is bumped by itself; a test may set otherwise. */
const PACE = {
  batchAfterMs: 0,
  bumpAfterMs: 3_600_000,
  bumpAfterBlocks: 1_000,
  againAfterMs: 0,
  joinFromCount: 20,
  joinBelowRaw: 5_000n,
};

/** Start it all. */
export async function startSenderFixture() {
  const deposit = { name: DEPOSIT_MOVE, load: async () => finishDepositMove };
  const money = await startMoneyFixture([...withdrawalEnds, deposit]);
  const { database, folder } = money;
  const troubles: unknown[] = [];
  const report = (error: unknown) => void troubles.push(error);
  const given = { dataFolder: folder, publicUrl: 'http://localhost:4870', hasUpkeep: false };
  const chains = await runLocalChains({ database, ...given, report, blockEveryMs: 5 });
  const files = localChainFiles(folder);
  const signerFolder = await makeSignerFolder(folder, files.policy);

  const custody = await startCustody(money, signerFolder);
  const networks = await openNetworks(money, {
    write: (work) => custody.readFence().write(work),
    dataFolder: folder,
    report,
  });
  const { setDue, isCutDue, cutAround } = makeCuts();
  const screen: { say: ScreenWithdrawal } = { say: async () => 'pass' };
  const pace = { ...PACE };
  const { makeSender, makeDeposits, makeOfficers } = makeLoops({
    database,
    networks,
    money: makeMoney(money),
    cutAround,
    screen,
    report,
    pace,
    ...custody,
  });
  let sender = makeSender();
  let deposits = makeDeposits(() => sender);
  let officers = makeOfficers();

  const { outside, keepers } = openOutside(files.folder, chains);
  const portOf = (networkId: number): ChainPort => {
    const found = networks.list().find((one) => one.networkId === networkId);
    if (found === undefined) throw new Error(`network ${networkId} is not open`);
    return found.port;
  };
  const hotOf = (family: 'evm' | 'btc_regtest') =>
    findHotAddress(custody.readLink().keys, family) ?? '';
  const contract = await readContract(database);
  const houseOf = (type: AccountType, scope = 0) => money.findAccount(HOUSE, type, scope);

  /** Money for the hot wallet, on the chain and in the books. */
  async function fundHot(coin: FixtureCoin, whole: bigint): Promise<void> {
    const { networkId, decimals } = COINS[coin];
    const raw = whole * 10n ** BigInt(decimals);
    const txid = await payHot(coin, raw);
    const port = portOf(networkId);
    await waitFor('the block', async () => (await port.readTransaction(txid)).kind === 'mined');
  }
  /** The scanner books what hot wallets got. */
  async function book(): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      await deposits.look();
      await finish();
      await mine();
    }
  }
  async function payHot(coin: FixtureCoin, raw: bigint): Promise<string> {
    if (coin === 'BTC') return outside.bitcoin.send({ to: hotOf('btc_regtest'), raw });
    const to = hotOf('evm');
    if (coin === 'ETH') return outside.evm.send({ to, raw });
    const word = (hex: string) => hex.slice(2).padStart(64, '0').toLowerCase();
    const data = `0xa9059cbb${word(to)}${word(`0x${raw.toString(16)}`)}`;
    return outside.evm.send({ to: contract, data, gas: 100_000n });
  }
  /** A person with money and an account for what is on its way out. */
  async function openPerson(coins: Partial<Record<FixtureCoin, bigint>>): Promise<Person> {
    const person = await money.openPerson();
    const outgoingId = await money.findAccount(person.ownerId, AccountType.outgoing);
    for (const [coin, whole] of Object.entries(coins) as [FixtureCoin, bigint][]) {
      const units = whole * 10n ** BigInt(COINS[coin].scale);
      const from = await houseOf(AccountType.operatorPromotions);
      await money.transfer(coin, [from, person.accountId], units);
    }
    return { ...person, outgoingId };
  }

  let askedCount = 0;
  /** Ask for a withdrawal as the call does, without its checks; taken when this ends. */
  async function ask({ person, coin, units, to, payee, ...asked }: Asked): Promise<number> {
    askedCount += 1;
    const of = COINS[coin];
    const terms = { isFeeInside: false, feeUnits: 10n ** BigInt(of.scale - 3), feePpm: 0 };
    const split = splitWithdrawal(units, terms, of);
    if (split === undefined) throw new Error('not of whole raw units');
    const { withdrawalId, intentId } = await database.transaction((session) =>
      writeWithdrawal(session, money.intents, {
        ownerId: person.ownerId,
        clientId: `client${askedCount}`,
        bodyHash: Buffer.alloc(32, askedCount),
        assetId: of.assetId,
        networkId: of.networkId,
        address: to,
        memo: '',
        amountUnits: units,
        ...split,
        valueUnits: asked.valueUnits ?? 100n,
        reasons: asked.reasons ?? [],
        spotAccountId: person.accountId,
        outgoingAccountId: person.outgoingId,
        ...(payee === undefined ? {} : { payee }),
        nowMs: Date.now(),
      }),
    );
    money.intents.nudge();
    await money.waitForEnd(intentId);
    await money.finishAll();
    return withdrawalId;
  }

  const stateOf = async (withdrawalId: number) => {
    const [row] = await database.query<{ state: string; tx_hash: string; reasons: string[] }>(
      'SELECT state, tx_hash, reasons FROM withdrawals WHERE withdrawal_id = $1',
      [withdrawalId],
    );
    if (row === undefined) throw new Error(`no withdrawal ${withdrawalId}`);
    return row;
  };

  /** Tell products of what has ended, once the engine has taken all there is. */
  async function finish(): Promise<void> {
    money.intents.nudge();
    await waitFor('the engine', async () => {
      const rows = await database.query(
        "SELECT FROM command_outbox WHERE state NOT IN ('done', 'rejected', 'malformed')",
      );
      return rows.length === 0;
    });
    await money.finishAll();
  }

  const mine = async (count = 1) => {
    await keepers.evm.mine(count);
    await keepers.bitcoin.mine(count);
  };

  return {
    money,
    database,
    owner: money.owner,
    outside,
    keepers,
    contract,
    troubles,
    screen,
    pace,
    portOf,
    hotOf,
    readKeys: () => custody.readLink().keys,
    houseOf,
    lookAtDeposits: () => deposits.look(),
    fundHot,
    book,
    openPerson,
    ask,
    stateOf,
    finish,
    mine,
    signerFolder,
    look: () => sender.look(),
    lookAtOfficers: () => officers.look(),
    cutNext(point: CutPoint, when: 'before' | 'after', skipped = 0): void {
      setDue({ point, when, left: skipped });
    },
    isCutDue,
    /** Begin again as after a kill: a new epoch, a new signer, a sender without memory. */
    async restart(): Promise<void> {
      setDue(undefined);
      await custody.restart();
      sender = makeSender();
      deposits = makeDeposits(() => sender);
      officers = makeOfficers();
    },
    async stop(): Promise<void> {
      custody.kill();
      await chains.stop();
      await money.stop();
    },
  };
}
