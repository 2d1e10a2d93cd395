// What goes through the pipe: one frame a call, one frame an answer; amounts are decimal text.
// Not here: the bytes of a frame (frames.ts), what calls do (signer.ts).
// Read by the signer, which trusts nothing that arrives, and by its client.

import { z } from 'zod';
import { policyShape } from './policy.ts';

const amount = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const word = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/);
const hex = z.string().regex(/^([0-9a-f]{2})*$/);
const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,4096}$/);
const account = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const change = z.union([z.literal(0), z.literal(1)]);
const index = z.int().min(0).max(0x7fffffff);
const network = z.int().min(1).max(0xffff);
const address = z.string().min(1).max(100);
const family = z.enum(['evm', 'btc', 'ltc', 'btc_regtest', 'ltc_regtest']);

const assertion = z.strictObject({
  credentialId: base64url,
  clientDataJSON: base64url,
  authenticatorData: base64url,
  signature: base64url,
});

const approval = z.strictObject({ officerId: word, assertion });

const payment = z.strictObject({
  paymentId: word,
  network,
  token: address.nullable(),
  to: address,
  raw: amount,
});

const output = z.strictObject({
  paymentId: word,
  to: address,
  raw: amount,
  /** Where the receiver stands among our own keys; needed to sweep and to send gas. */
  own: z.strictObject({ account, change, index }).optional(),
});

const request = {
  requestId: word,
  network,
  kind: z.enum(['withdraw', 'sweep', 'gas', 'bump', 'cancel']),
  /** EVM: the sender. Outputs: account 0, and the index below change 1 that takes what is left. */
  from: z.strictObject({ account, index }),
  outputs: z.array(output).max(50),
  approvals: z.array(approval.extend({ paymentId: word })).max(100),
};

const evmRequest = z.strictObject({
  ...request,
  token: address.nullable(),
  nonce: z.int().min(0),
  fees: z.strictObject({
    gasLimit: z.int().min(21_000),
    maxFeePerGas: amount,
    maxPriorityFeePerGas: amount,
  }),
});

const utxoRequest = z.strictObject({
  ...request,
  inputs: z
    .array(
      z.strictObject({
        txid: z.string().regex(/^[0-9a-f]{64}$/),
        vout: z.int().min(0).max(0xffff),
        raw: amount,
        account,
        change,
        index,
      }),
    )
    .min(1)
    .max(100),
  fees: z.strictObject({ feeRaw: amount }),
});

const head = z.strictObject({ length: z.int().min(0), hash: hex });

const nextNonce = z.strictObject({ network, address, nonce: z.int().min(0) });

/** Bodies of the calls, by name. `hello` comes first and once a connection. */
export const callShapes = {
  /** The head of the log that custody kept with the last answer; null when it never had one. */
  hello: z.strictObject({ head: head.nullable() }),
  status: z.strictObject({}),
  /** Addresses of an account below change 0, each with its statement. */
  addresses: z.strictObject({ family, account, first: index, count: z.int().min(1).max(200) }),
  /** What a payment is, in the signer's own words, for those who approve it. */
  describe: payment,
  /** What an act of officers is, with the sequence that makes it valid once. */
  describeAct: z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('freeze') }),
    z.strictObject({ act: z.literal('thaw'), nextNonces: z.array(nextNonce).max(1000) }),
    z.strictObject({ act: z.literal('policy'), policy: policyShape }),
  ]),
  /** The policy that holds: whom it names as officers, above what they are asked. */
  readPolicy: z.strictObject({}),
  sign: z.union([evmRequest, utxoRequest]),
  freeze: z.strictObject({ approvals: z.array(approval).max(20) }),
  thaw: z.strictObject({
    nextNonces: z.array(nextNonce).max(1000),
    approvals: z.array(approval).max(20),
  }),
  policy: z.strictObject({ policy: z.unknown(), approvals: z.array(approval).max(20) }),
};

const statusAnswer = z.strictObject({
  isFrozen: z.boolean(),
  reasons: z.array(z.string()),
  policyHash: hex,
  /** Rises with each act of officers; part of what they sign. */
  sequence: z.int(),
  officersCount: z.int(),
  /** Bytes of an entry that a crash cut off and that no answer can have told of. */
  tornBytes: z.int(),
});

const helloAnswer = statusAnswer.extend({
  accounts: z.array(z.strictObject({ family, account, publicKey: z.string() })),
  statementKey: hex,
});

const addressesAnswer = z.array(
  z.strictObject({ family, account, index, address, statement: hex }),
);

const describeAnswer = z.strictObject({ text: z.string(), hash: hex, signature: hex });

const signAnswer = z.strictObject({
  requestId: word,
  raw: hex,
  txid: z.string(),
  /** Names all transactions of which the chain can take one alone. */
  family: z.string(),
  /** EVM: the worst case; outputs: what is paid. */
  feeRaw: amount,
  /** What came back to us: the output after the payments. */
  changeOutput: z.strictObject({ address, raw: amount, vout: z.int() }).nullable(),
});

/** Results of the calls, by name. */
export const resultShapes = {
  hello: helloAnswer,
  status: statusAnswer,
  addresses: addressesAnswer,
  describe: describeAnswer,
  describeAct: describeAnswer,
  readPolicy: policyShape,
  sign: signAnswer,
  freeze: statusAnswer,
  thaw: statusAnswer,
  policy: statusAnswer,
};

/** Name of a call. */
export type CallName = keyof typeof callShapes;

/** Body of a call. */
export type CallBody<TName extends CallName> = z.infer<(typeof callShapes)[TName]>;

/** Result of a call. */
export type CallResult<TName extends CallName> = z.infer<(typeof resultShapes)[TName]>;

/** A frame to the signer. */
export const callFrame = z.strictObject({
  id: z.int().min(1),
  call: z.string().max(20),
  body: z.unknown(),
});

/** A frame from the signer; id 0 answers a frame that could not be read. */
export const answerFrame = z.discriminatedUnion('isDone', [
  z.strictObject({ id: z.int(), isDone: z.literal(true), result: z.unknown(), head }),
  z.strictObject({
    id: z.int(),
    isDone: z.literal(false),
    code: z.string(),
    isAlarm: z.boolean(),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
    head,
  }),
]);

/** A frame from the signer. */
export type AnswerFrame = z.infer<typeof answerFrame>;

/** A request to sign on an EVM chain. */
export type EvmRequest = z.infer<typeof evmRequest>;

/** A request to sign on a chain of outputs. */
export type UtxoRequest = z.infer<typeof utxoRequest>;

/** A request to sign. */
export type SignRequest = EvmRequest | UtxoRequest;

/** What was signed. */
export type Signed = z.infer<typeof signAnswer>;

/** An act that officers are asked for. */
export type DescribedAct = CallBody<'describeAct'>;

/** An officer's word for an act. */
export type Approval = z.infer<typeof approval>;

/** What a passkey answered. */
export type Assertion = z.infer<typeof assertion>;

/** How much of the log there is: entries, and the hash of the last. */
export type Head = z.infer<typeof head>;

/** The next free nonce of an address, read from the chain. */
export type NextNonce = z.infer<typeof nextNonce>;
