// The file that says what a network is and what is listed on it, and its numbers in the smallest
// parts. Amounts are whole coins as text. Not here: what of it is new (networks.ts).
import { parseDecimal } from '@isobath/core/math';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { z } from '@isobath/wire/z';
import { EXIT, Refusal } from '../../../base/process/exit.ts';

const amount = z.string().regex(/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/, 'a number such as 0.001');
const hash32 = z.string().regex(/^0x[0-9a-f]{64}$/, '0x and 64 small hexadecimal digits');
const count = (max: number) => z.number().int().min(0).max(max);

const listedCoin = z
  .strictObject({
    coin: z.string().min(1).max(20),
    /** Of a token, in small letters; left out: the network's own coin. */
    contract: z
      .string()
      .regex(/^0x[0-9a-f]{40}$/, '0x and 40 small hexadecimal digits')
      .optional(),
    /** keccak256 of the token's code; `network contract` says it. */
    codeHash: hash32.optional(),
    /** Of the chain. */
    decimals: count(30),
    depositMin: amount,
    withdrawMin: amount,
    withdrawMax: amount,
    fee: amount,
    feePpm: count(1_000_000).default(0),
    /** From so much on a deposit needs so many blocks. */
    tier: z.strictObject({ from: amount, needed: count(10_000) }).optional(),
    /** What may leave in an hour and a day, however little is owed. */
    breakerHour: amount.default('0'),
    breakerDay: amount.default('0'),
  })
  .refine(
    ({ contract, codeHash }) => (contract === undefined) === (codeHash === undefined),
    'a contract has a codeHash',
  );

/** What a file says. */
export const networkFile = z
  .strictObject({
    /** For ever: it is the scope of the network's accounts. */
    networkId: z.number().int().min(1).max(65_535),
    name: z.string().min(1).max(40),
    family: z.enum(['evm', 'btc', 'ltc', 'btc_regtest', 'ltc_regtest']),
    /** Of the EVM family. */
    chainId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    genesisHash: z.string().regex(/^(0x)?[0-9a-f]{64}$/, '64 small hexadecimal digits'),
    /** Blocks before it are not read. */
    firstHeight: count(Number.MAX_SAFE_INTEGER),
    /** Blocks until a deposit counts; 0 = once its block is final. */
    needed: count(10_000),
    blockSeconds: z.number().int().min(1).max(86_400),
    /** Page of a transaction, with {tx} in it. */
    explorer: z
      .string()
      .regex(/^https:\/\/\S*\{tx\}\S*$/, 'an https address with {tx} in it')
      .or(z.literal(''))
      .default(''),
    coins: z.array(listedCoin).min(1).max(500),
  })
  .refine(({ family, chainId }) => (family === 'evm') === (chainId !== undefined), {
    error: 'a chain of the EVM family, and no other, has a chainId',
  })
  .refine(({ family, needed }) => family === 'evm' || needed > 0, {
    error: 'needed: no block of this family is ever final',
  })
  .refine(({ family, coins }) => family === 'evm' || coins.every((coin) => !coin.contract), {
    error: 'coins: tokens stand on chains of the EVM family',
  });

/** A network as its file says. */
export type NetworkFile = z.infer<typeof networkFile>;

/** A coin of it as a row of `network_assets`: columns by name, numbers as text. */
export type ListedRow = Readonly<Record<string, string | number | null>> & {
  readonly asset_id: number;
};

/** @errors Refusal with the first thing that is wrong. */
export function parseNetworkFile(text: string): NetworkFile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Refusal(EXIT.usage, 'The file is no JSON.');
  }
  const parsed = networkFile.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new Refusal(
    EXIT.usage,
    `The file is wrong${place === '' ? '' : ` at ${place}`}: ${issue?.message}.`,
  );
}

/** Numbers of a coin in the smallest parts of the chain and of the ledger. */
export function readListedRow(
  coin: NetworkFile['coins'][number],
  markets: Pick<MarketRegistry, 'coinByName'>,
): ListedRow {
  const listed = markets.coinByName(coin.coin);
  if (listed === undefined) {
    throw new Refusal(EXIT.usage, `There is no coin ${coin.coin}: list it first (coin add).`);
  }
  const parse = (name: keyof typeof coin, text: string, decimals: number): string => {
    try {
      return String(parseDecimal(text, decimals));
    } catch {
      throw new Refusal(
        EXIT.usage,
        `${coin.coin}: ${String(name)} ${text} has more than ${decimals} decimals.`,
      );
    }
  };
  const units = (name: keyof typeof coin, text: string) => parse(name, text, listed.scale);
  const raw = (name: keyof typeof coin, text: string) => parse(name, text, coin.decimals);
  if (parseDecimal(coin.withdrawMin, 30) > parseDecimal(coin.withdrawMax, 30)) {
    throw new Refusal(EXIT.usage, `${coin.coin}: withdrawMin is above withdrawMax.`);
  }
  return {
    asset_id: listed.coinId,
    contract: coin.contract ?? '',
    code_hash: coin.codeHash ?? '',
    decimals: coin.decimals,
    deposit_raw_min: raw('depositMin', coin.depositMin),
    withdraw_units_min: units('withdrawMin', coin.withdrawMin),
    withdraw_units_max: units('withdrawMax', coin.withdrawMax),
    fee_units: units('fee', coin.fee),
    fee_ppm: coin.feePpm,
    tier_raw_min: coin.tier === undefined ? null : raw('tier', coin.tier.from),
    tier_needed: coin.tier?.needed ?? null,
    breaker_hour_units: units('breakerHour', coin.breakerHour),
    breaker_day_units: units('breakerDay', coin.breakerDay),
  };
}
