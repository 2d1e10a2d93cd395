// Steps of tests of sweeps: people with deposit addresses of the signer's own keys, money that
// comes to them from outside, and looks until a condition holds. Not part of the product.
import { ACCOUNTS, deriveAddress } from '@isobath/signer/addresses';
import { localNetworks } from '../sandbox/chains/networks.ts';
import type { SenderFixture } from './sender-fixture.ts';
import type { SenderSteps } from './sender-steps.ts';

const ROUNDS_MAX = 40;

/** A deposit address of a person. */
export interface GivenAddress {
  readonly address: string;
  readonly index: number;
}

/** Steps on a fixture of the sender. */
export function makeSweepSteps(fixture: SenderFixture, steps: SenderSteps) {
  let nextIndex = 1_000;
  const publicKeyOf = (family: 'evm' | 'btc_regtest', account: number) => {
    const { accounts } = fixture.readKeys();
    const key = accounts.find((one) => one.family === family && one.account === account);
    if (key === undefined) throw new Error(`no key of ${family}`);
    return key.publicKey;
  };

  async function mineOf(networkId: number, txid: string): Promise<void> {
    const port = fixture.portOf(networkId);
    for (let round = 0; (await port.readTransaction(txid)).kind !== 'mined'; round += 1) {
      if (round > ROUNDS_MAX) throw new Error(`${txid} is in no block`);
      await fixture.mine();
    }
  }

  return {
    /** The address of the gas tank. */
    tank: () => deriveAddress(publicKeyOf('evm', ACCOUNTS.gas), 'evm', { change: 0, index: 0 }),
    async giveAddress(ownerId: number, family: 'evm' | 'btc_regtest'): Promise<GivenAddress> {
      nextIndex += 1;
      const index = nextIndex;
      const address = deriveAddress(publicKeyOf(family, ACCOUNTS.deposits), family, {
        change: 0,
        index,
      });
      await fixture.owner.execute(
        `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms)
         VALUES ($1, $2, $3, '', $4, 1)`,
        [family, index, address, ownerId],
      );
      return { address, index };
    },
    async sendTokens(to: string, raw: bigint): Promise<void> {
      const word = (hex: string) => hex.padStart(64, '0').toLowerCase();
      const data = `0xa9059cbb${word(to.slice(2))}${word(raw.toString(16))}`;
      const txid = await fixture.outside.evm.send({ to: fixture.contract, data, gas: 100_000n });
      await mineOf(localNetworks.evm, txid);
    },
    async sendCoins(to: string, raw: bigint): Promise<void> {
      await mineOf(localNetworks.evm, await fixture.outside.evm.send({ to, raw }));
    },
    async sendBitcoin(to: string, raw: bigint): Promise<void> {
      await mineOf(localNetworks.bitcoin, await fixture.outside.bitcoin.send({ to, raw }));
    },
    /** Raw units of the network's own coin at an EVM address. */
    async readCoins(address: string): Promise<bigint> {
      const port = fixture.portOf(localNetworks.evm);
      const { hash } = await port.readHead();
      const held = await port.readHoldings([address.toLowerCase()], hash);
      return held.find((one) => one.asset === 'native')?.raw ?? 0n;
    },
    /** Look at both, let the engine take what was written, make a block: until it is so. */
    async lookUntil(isSo: () => Promise<boolean>): Promise<void> {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        await fixture.lookAtDeposits();
        await fixture.look();
        await fixture.finish();
        if (await isSo()) return;
        await fixture.mine();
      }
      throw new Error(`not so after all: ${fixture.troubles.join('; ')}`);
    },
    /** States of transactions for a deposit address, by kind, in their order. */
    async readMoves(address: string): Promise<string[]> {
      const rows = await fixture.database.query<{ kind: string; state: string }>(
        `SELECT kind, state FROM chain_sends WHERE for_address = $1 AND state <> 'refused'
         ORDER BY send_id`,
        [address.toLowerCase()],
      );
      return rows.map(({ kind, state }) => `${kind} ${state}`);
    },
    expectNoDifference: () => steps.expectNoDifference(),
  };
}
