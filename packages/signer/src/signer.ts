// The signer: takes calls one after the other, checks all there is to check, writes its log, and
// only then answers. It signs payments within its policy and statements about its own addresses,
// nothing else. Not here: the pipe (main.ts), each check (rules, limits, officers).

import { z } from 'zod';
import { takeAppointment } from './appointment.ts';
import { hashAct, hashText, type Payment, writeCanonical } from './canonical.ts';
import { describeAct, describePayment } from './describe.ts';
import { hasFile, pathIn, readJson, writeJson } from './folder.ts';
import { listAccounts } from './key-set.ts';
import { Keys } from './keys.ts';
import { Log } from './log.ts';
import { Approvals, checkOfficerKeys, OFFICERS_NEEDED } from './officers.ts';
import {
  type AssetPolicy,
  hashPolicy,
  type NetworkPolicy,
  type Policy,
  policyShape,
} from './policy.ts';
import { type Entry, Records } from './records.ts';
import { Refused } from './refusal.ts';
import { unseal } from './seal.ts';
import {
  type AnswerFrame,
  type CallBody,
  type CallName,
  type CallResult,
  callFrame,
  callShapes,
  type SignRequest,
  type Signed,
} from './shapes.ts';
import { signRequest } from './sign-request.ts';

/** What a signer is opened with. */
export interface SignerOptions {
  readonly folder: string;
  readonly passphrase: string;
  /** UTC milliseconds; what it says never goes back here. */
  readonly readClock: () => number;
}

type Handlers = {
  readonly [TName in CallName]: (
    body: CallBody<TName>,
  ) => CallResult<TName> | Promise<CallResult<TName>>;
};

/** The asset of a network. @throws Refused when the policy does not list it. */
function findAsset(network: NetworkPolicy, token: string | null): AssetPolicy {
  const asset = network.assets.find((one) => one.token === token);
  if (asset === undefined) throw new Refused('asset_unlisted', { token: token ?? 'native' });
  return asset;
}

/** One folder's signer; one at a time. */
export class Signer {
  readonly #folder: string;
  readonly #readClock: () => number;
  readonly #keys: Keys;
  readonly #records = new Records();
  readonly #log: Log;
  #isOpen = false;

  /** @throws when the passphrase is wrong or the log is broken. */
  constructor({ folder, passphrase, readClock }: SignerOptions) {
    this.#folder = folder;
    this.#readClock = readClock;
    const entropy = unseal(readJson(folder, 'seed'), passphrase);
    this.#keys = new Keys(entropy);
    entropy.fill(0);
    this.#log = new Log(pathIn(folder, 'log'), (entry, spot) => this.#records.apply(entry, spot));
    if (this.#records.policy === undefined) throw new Error('the log holds no policy');
  }

  /**
   * Answer one frame.
   * @throws when the log cannot be written: the process ends, and a start reads what is there.
   */
  async answer(text: string): Promise<AnswerFrame> {
    let id = 0;
    try {
      const frame = callFrame.parse(JSON.parse(text));
      id = frame.id;
      if (!this.#isOpen && frame.call !== 'hello') throw new Refused('hello_first');
      const result = await this.#call(frame.call, frame.body);
      return { id, isDone: true, result, head: this.#log.head };
    } catch (error) {
      const { code, facts, isAlarm } = toRefused(error);
      return { id, isDone: false, code, facts, isAlarm, head: this.#log.head };
    }
  }

  close(): void {
    this.#log.close();
  }

  readonly #handlers: Handlers = {
    hello: async ({ head }) => {
      if (head !== null && !this.#log.hasHead(head)) this.#freeze('log_shorter');
      if (!this.#isPolicyKnown()) this.#freeze('policy_unknown');
      this.#isOpen = true;
      await this.#readHost();
      return { ...this.#readStatus(), ...listAccounts(this.#keys, this.#policy) };
    },
    status: () => this.#readStatus(),
    addresses: ({ family, account, first, count }) =>
      Array.from({ length: count }, (_, at) => {
        const index = first + at;
        const address = this.#keys.readAddress(family, { account, change: 0, index });
        const named = { family, account, index, address };
        return { ...named, statement: this.#keys.signStatement(named) };
      }),
    describe: (payment) => this.#describe(payment),
    describeAct: (asked) => {
      const described = describeAct(asked, this.#policy, this.#records.sequence);
      return { ...described, signature: this.#keys.signAct(described.text) };
    },
    readPolicy: () => this.#policy,
    sign: (request) => this.#sign(request),
    freeze: async ({ approvals }) => {
      const act = { act: 'freeze', sequence: this.#records.sequence } as const;
      const counters = await this.#checkOfficers(approvals, hashAct(act), 1);
      this.#append({ kind: 'officers-freeze', atMs: this.#readTime(), counters });
      return this.#readStatus();
    },
    thaw: async ({ approvals, nextNonces }) => {
      if (hasFile(this.#folder, 'freeze')) throw new Refused('frozen', { reason: 'host' });
      const act = { act: 'thaw', sequence: this.#records.sequence, nextNonces } as const;
      const counters = await this.#checkOfficers(approvals, hashAct(act), OFFICERS_NEEDED);
      this.#append({ kind: 'thaw', atMs: this.#readTime(), counters, nextNonces });
      writeJson(this.#folder, 'policy', this.#policy);
      return this.#readStatus();
    },
    policy: async ({ approvals, policy: proposed }) => {
      const policy = policyShape.parse(proposed);
      await checkOfficerKeys(policy);
      if (policy.officers.length < OFFICERS_NEEDED) {
        throw new Refused('officers_missing', { needed: OFFICERS_NEEDED });
      }
      const policyHash = hashPolicy(policy);
      const act = { act: 'policy', sequence: this.#records.sequence, policyHash } as const;
      const counters = await this.#checkOfficers(approvals, hashAct(act), OFFICERS_NEEDED);
      this.#append({ kind: 'policy', atMs: this.#readTime(), counters, policyHash, policy });
      writeJson(this.#folder, 'policy', policy);
      return this.#readStatus();
    },
  };

  async #call(name: string, body: unknown): Promise<unknown> {
    if (!Object.hasOwn(callShapes, name)) throw new Refused('call_unknown');
    const call = name as CallName;
    const parsed = callShapes[call].parse(body);
    if (call !== 'hello') await this.#readHost();
    const handler = this.#handlers[call] as (body: unknown) => unknown;
    return handler(parsed);
  }

  get #policy(): Policy {
    const { policy } = this.#records;
    if (policy === undefined) throw new Error('the log holds no policy');
    return policy;
  }

  #readTime(): number {
    return Math.max(this.#readClock(), this.#records.lastAtMs);
  }

  #append(entry: Entry): void {
    try {
      this.#records.apply(entry, this.#log.append(entry));
    } catch (error) {
      throw new LogFailed('the log could not be written', { cause: error });
    }
  }

  /** What the host left in the folder: the file that freezes, the first officers. */
  async #readHost(): Promise<void> {
    if (hasFile(this.#folder, 'freeze')) this.#freeze('host');
    const policy = takeAppointment(this.#folder, this.#keys);
    if (policy === undefined || this.#policy.officers.length >= OFFICERS_NEEDED) return;
    await checkOfficerKeys(policy);
    const policyHash = hashPolicy(policy);
    this.#append({ kind: 'policy', atMs: this.#readTime(), counters: {}, policyHash, policy });
    writeJson(this.#folder, 'policy', policy);
  }

  #freeze(reason: string): void {
    if (this.#records.frozen === undefined) {
      this.#append({ kind: 'freeze', atMs: this.#readTime(), reason });
    }
  }

  /** A policy file from before the last change, as a crash leaves it, is brought up to date. */
  #isPolicyKnown(): boolean {
    let hash: string;
    try {
      hash = hashPolicy(policyShape.parse(readJson(this.#folder, 'policy')));
    } catch {
      return false;
    }
    if (!this.#records.policyHashes.has(hash)) return false;
    if (hash !== hashPolicy(this.#policy)) writeJson(this.#folder, 'policy', this.#policy);
    return true;
  }

  #readStatus(): CallResult<'status'> {
    const { frozen, sequence } = this.#records;
    const reasons = [
      ...(frozen === undefined ? [] : [frozen]),
      ...(hasFile(this.#folder, 'freeze') ? ['host'] : []),
    ];
    return {
      isFrozen: reasons.length > 0,
      reasons: [...new Set(reasons)],
      policyHash: hashPolicy(this.#policy),
      sequence,
      officersCount: this.#policy.officers.length,
      tornBytes: this.#log.tornBytes,
    };
  }

  async #checkOfficers(
    approvals: CallBody<'freeze'>['approvals'],
    hash: string,
    needed: number,
  ): Promise<Readonly<Record<string, number>>> {
    const heard = new Approvals(this.#records, this.#policy);
    await heard.check(approvals, hash, needed);
    return heard.counters;
  }

  #findNetwork(number: number): NetworkPolicy {
    const network = this.#policy.networks.find((one) => one.network === number);
    if (network === undefined) throw new Refused('network_unknown', { network: number });
    return network;
  }

  #describe(payment: Payment): CallResult<'describe'> {
    const network = this.#findNetwork(payment.network);
    const asset = findAsset(network, payment.token);
    const described = describePayment(payment, network, asset);
    return { ...described, signature: this.#keys.signDescription(described.text) };
  }

  /** Same id and body: the bytes of the first time, from the log. */
  async #sign(request: SignRequest): Promise<Signed> {
    const { frozen, requests } = this.#records;
    if (frozen !== undefined) throw new Refused('frozen', { reason: frozen });
    const bodyHash = hashText(writeCanonical(request));
    const known = requests.get(request.requestId);
    if (known !== undefined) {
      if (known.bodyHash !== bodyHash) throw new Refused('request_reused');
      return (this.#log.read(known.spot) as { signed: Signed }).signed;
    }
    const network = this.#findNetwork(request.network);
    const entry = await signRequest({
      keys: this.#keys,
      records: this.#records,
      policy: this.#policy,
      network,
      asset: findAsset(network, 'token' in request ? request.token : null),
      request: { ...request, atMs: this.#readTime() },
      bodyHash,
    });
    // Officers are asked of a library that waits: the host may have frozen meanwhile.
    if (hasFile(this.#folder, 'freeze')) throw new Refused('frozen', { reason: 'host' });
    this.#append(entry);
    return entry.signed;
  }
}

/** The end of the file is unknown now: nobody may answer from memory. */
class LogFailed extends Error {}

function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return new Refused('shape_invalid', { at: issue?.path.join('.') ?? '' });
  }
  if (error instanceof SyntaxError) return new Refused('shape_invalid', { at: 'json' });
  throw error;
}
