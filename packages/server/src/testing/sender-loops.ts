// Custody's loops of deposits and withdrawals as a test moves them: whatever the sender asks of the
// fence, the signer or a node can be cut before or after it. Not part of the product.
import type { Database } from '../base/db/index.ts';
import type { ChainPort } from '../custody/chains/port.ts';
import { createDepositLoop } from '../custody/deposits/loop.ts';
import type { Fence } from '../custody/epoch.ts';
import type { SignerLink } from '../custody/keys/signer-link.ts';
import type { CustodyMoney } from '../custody/money.ts';
import { createOfficerLoop } from '../custody/officers/loop.ts';
import type { OpenNetwork } from '../custody/networks.ts';
import { createSender, readOutTerms, type ScreenWithdrawal } from '../custody/sender/index.ts';

/** What can be cut, each before it is done or after. */
export type CutPoint = 'commit' | 'sign' | 'broadcast';

/** A cut: the sender hears nothing any more of what it asked for. */
export class Cut extends Error {}

/** A cut: after so many of its kind. */
interface DueCut {
  readonly point: CutPoint;
  readonly when: 'before' | 'after';
  left: number;
}

/** Where a process may be cut, and the cut that is due. */
export function makeCuts() {
  let due: DueCut | undefined;
  return {
    setDue: (next: DueCut | undefined) => void (due = next),
    isCutDue: () => due !== undefined,
    async cutAround<TResult>(point: CutPoint, work: () => Promise<TResult>): Promise<TResult> {
      const isDue = due?.point === point && (due.left -= 1) < 0;
      const { when } = due ?? {};
      if (isDue && when === 'before') {
        due = undefined;
        throw new Cut(`before ${point}`);
      }
      const result = await work();
      if (isDue) {
        due = undefined;
        throw new Cut(`after ${point}`);
      }
      return result;
    },
  };
}

/** What the loops stand on. */
export interface LoopParts {
  readonly database: Database;
  readonly networks: { readonly list: () => readonly OpenNetwork[] };
  readonly money: CustodyMoney;
  readonly cutAround: ReturnType<typeof makeCuts>['cutAround'];
  readonly screen: { readonly say: ScreenWithdrawal };
  readonly report: (error: unknown) => void;
  readonly pace: Parameters<typeof createSender>[0]['pace'];
  /** Of the custody that runs now. */
  readonly readFence: () => Fence;
  readonly readLink: () => SignerLink;
}

/** Makers of the loops, for each start of custody. */
export function makeLoops(parts: LoopParts) {
  const { database, networks, money, cutAround, screen, report } = parts;
  const cutPort = (port: ChainPort): ChainPort => ({
    ...port,
    broadcast: (raw) => cutAround('broadcast', () => port.broadcast(raw)),
  });
  const makeSender = () => {
    const [fence, link] = [parts.readFence(), parts.readLink()];
    return createSender({
      database,
      fence: { write: (work) => cutAround('commit', () => fence.write(work)) },
      signer: {
        keys: link.keys,
        call: (name, body) => cutAround('sign', () => link.call(name, body)),
      },
      listNetworks: () =>
        networks.list().map((network) => ({ ...network, port: cutPort(network.port) })),
      money,
      screen: (payment) => screen.say(payment),
      readNowMs: Date.now,
      report,
      pace: parts.pace,
    });
  };
  const makeDeposits = (readSender: () => ReturnType<typeof makeSender>) =>
    createDepositLoop(
      {
        database,
        fence: parts.readFence(),
        signer: parts.readLink(),
        listNetworks: networks.list,
        readNowMs: Date.now,
        report,
      },
      { money, readOutTerms, watchOut: (network) => readSender().watch(network) },
    );
  const makeOfficers = () => {
    const [fence, link] = [parts.readFence(), parts.readLink()];
    return createOfficerLoop({
      database,
      fence: { ...fence, write: (work) => cutAround('commit', () => fence.write(work)) },
      signer: { ...link, call: (name, body) => cutAround('sign', () => link.call(name, body)) },
      listNetworks: networks.list,
      readNowMs: Date.now,
      report,
    });
  };
  return { makeSender, makeDeposits, makeOfficers };
}
