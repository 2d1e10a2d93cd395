// What a wish would change, and why it cannot be: fields are read by their shapes, then by the
// rules between them and by what cannot be taken back. It changes nothing; carry-out.ts does, by
// the same plan made anew. Called for one thing and, one after the other, for those of a file.
import { MarketState } from '@isobath/core';
import { parseDecimal } from '@isobath/core/math';
import {
  type FieldChange,
  type ListingFields,
  type ListingKind,
  listingKeys,
  listingKinds,
  listingShapes,
} from '@isobath/wire';
import type { Market } from '../../base/market/index.ts';
import { type Listed, nameThing, type Things } from './state.ts';
import {
  defaultFields,
  listRateProblems,
  neededFields,
  type PairScales,
  type Problem,
  readTerms,
} from './terms.ts';

/** What somebody wishes for: a thing, and the fields that shall be so. */
export interface ListingRequest {
  readonly kind: ListingKind;
  readonly key: string;
  readonly fields: ListingFields;
}

/** What it comes to. */
export interface Plan {
  readonly kind: ListingKind;
  readonly key: string;
  readonly isNew: boolean;
  /** It was begun and has to be completed, though no field may differ. */
  readonly isUnfinished: boolean;
  readonly changes: readonly FieldChange[];
  readonly problems: readonly Problem[];
  /** Every field as it will be. */
  readonly merged: ListingFields;
  /** Only those of the wish, read. */
  readonly said: ListingFields;
  readonly listed: Listed | undefined;
}

/** What planning asks beside the things. */
export interface PlanParts {
  readonly readNowMs: () => number;
  /** Whether orders or alerts of a market are kept in its ticks and lots. */
  readonly hasPast: (instrumentId: number) => Promise<boolean>;
  /** How a picture would be kept, undefined for what is none. */
  readonly cleanLogo: (base64: string) => string | undefined;
}

const OPENS_AFTER_MS = 1_000;
/** States in which tick and lot may change. */
const QUIET: readonly MarketState[] = [MarketState.preOpen, MarketState.halt, MarketState.break];

/** Decimals of the coins of a market, with what is wrong with the pair. */
function readPair(things: Things, key: string): { scales: PairScales; problems: Problem[] } {
  const [base = '', quote = ''] = key.toUpperCase().split('_');
  const scaleOf = (name: string) => {
    const decimals = things.get(nameThing('coin', name))?.fields['decimals'];
    return decimals === undefined ? undefined : Number(decimals);
  };
  const problems = [...new Set([base, quote])]
    .filter((name) => scaleOf(name) === undefined)
    .map((name) => ({ field: 'key', problem: `there is no coin ${name}` }));
  if (base === quote) problems.push({ field: 'key', problem: 'two coins make a market' });
  return { scales: { baseScale: scaleOf(base) ?? 0, quoteScale: scaleOf(quote) ?? 0 }, problems };
}

async function listStepProblems(
  parts: PlanParts,
  market: Market,
  changed: readonly string[],
): Promise<Problem[]> {
  const field = changed.find((name) => name === 'tickSize' || name === 'lotSize');
  if (field === undefined) return [];
  if (!QUIET.includes(market.state)) return [{ field, problem: 'halt the market first' }];
  const isKept = await parts.hasPast(market.instrumentId);
  return isKept ? [{ field, problem: 'orders or alerts are kept in its ticks and lots' }] : [];
}

/** What the wish says of opening, against the state the market is in. */
function readOpening(
  parts: PlanParts,
  said: ListingFields,
  now: string | undefined,
): { said: ListingFields; problems: Problem[] } {
  const { opens, openAt, ...rest } = said;
  const isOpened = now === 'now';
  if (isOpened) {
    const problems =
      opens === 'later' ? [{ field: 'opens', problem: 'it is open: halt or delist it' }] : [];
    return { said: rest, problems };
  }
  const problems: Problem[] = [];
  if (now === 'delisted' && (opens === undefined || opens === 'later')) {
    problems.push({ field: 'opens', problem: 'it is delisted: say auction to list it again' });
  }
  if (openAt !== undefined && opens !== 'auction') {
    problems.push({ field: 'openAt', problem: 'only with opens=auction' });
  } else if (openAt !== undefined && Date.parse(openAt) < parts.readNowMs() + OPENS_AFTER_MS) {
    problems.push({ field: 'openAt', problem: 'a second from now or later' });
  }
  return { said, problems };
}

interface Draft {
  readonly merged: ListingFields;
  readonly said: ListingFields;
  readonly problems: readonly Problem[];
}

interface Requested {
  readonly things: Things;
  readonly request: ListingRequest;
  readonly listed: Listed | undefined;
}

const changedOf = (said: ListingFields, now: ListingFields): string[] =>
  Object.keys(said).filter((name) => said[name] !== (now[name] ?? ''));

async function draftMarket(
  parts: PlanParts,
  { things, request, listed }: Requested,
): Promise<Draft> {
  const { scales, problems } = readPair(things, request.key);
  const now = listed?.fields ?? {};
  const opening = readOpening(parts, request.fields, now['opens']);
  const { said } = opening;
  if (listed?.market === undefined) {
    for (const field of neededFields) {
      if (!(field in said)) problems.push({ field, problem: 'needed for a new market' });
    }
  }
  const rates = things.get(nameThing('fees', 'default'))?.fields ?? {};
  const ratesPpm = `${rates['makerPpm']} ${rates['takerPpm']}`.split(' ').map(Number);
  const first = listed?.market === undefined ? defaultFields(said, ratesPpm) : {};
  const merged = { ...first, ...now, ...said };
  problems.push(...opening.problems);
  if (listed?.market !== undefined) {
    const changed = changedOf(said, now);
    problems.push(...(await listStepProblems(parts, listed.market, changed)));
  }
  if (problems.length === 0) problems.push(...readTerms(merged, scales).problems);
  return { merged, said, problems };
}

function draftCoin(parts: PlanParts, { request, listed }: Requested): Draft {
  const now = listed?.fields ?? {};
  const problems: Problem[] = [];
  const said = { ...request.fields };
  if (said['logo'] !== undefined && said['logo'] !== '') {
    const clean = parts.cleanLogo(said['logo']);
    if (clean === undefined) {
      const problem = 'PNG, JPEG or WebP, 32 to 512 pixels a side, at most 64 KiB';
      problems.push({ field: 'logo', problem });
    } else said['logo'] = clean;
  }
  for (const field of ['name', 'decimals']) {
    if (!(field in now) && !(field in said)) {
      problems.push({ field, problem: 'needed for a new coin' });
    }
  }
  const isOther = 'decimals' in said && 'decimals' in now && said['decimals'] !== now['decimals'];
  if (isOther) {
    const problem = `stay ${now['decimals']}: balances are kept in them`;
    problems.push({ field: 'decimals', problem });
  }
  return { merged: { ...now, ...said }, said, problems };
}

/** Fees, a level, or a list: what is said is so, as long as its markets exist. */
function draftPlain({ things, request, listed }: Requested): Draft {
  const now = listed?.fields ?? {};
  const merged = { ...now, ...request.fields };
  const problems: Problem[] = request.kind === 'fees' ? listRateProblems(merged) : [];
  if (listed === undefined) problems.push({ field: 'key', problem: `there is no ${request.key}` });
  if (request.kind === 'vip' && !/^\d{1,15}(\.\d{1,8})?$/.test(merged['volumeUsdt'] ?? '')) {
    problems.push({ field: 'volumeUsdt', problem: 'at most 15 digits and 8 decimals' });
  }
  const symbols = request.kind === 'list' ? (request.fields['markets'] ?? '').split(' ') : [];
  for (const symbol of symbols.filter(Boolean)) {
    const found = things.get(nameThing('market', symbol));
    if (found === undefined || found.state === 'DELISTED') {
      problems.push({ field: 'markets', problem: `there is no market ${symbol}` });
    }
  }
  return { merged, said: request.fields, problems };
}

/** Read a wish by its shapes. @returns what is wrong with it, or the wish with normal values. */
export function readRequest(request: ListingRequest): {
  request: ListingRequest;
  problems: Problem[];
} {
  const key = listingKeys[request.kind].safeParse(request.key);
  const fields = listingShapes[request.kind].safeParse(request.fields);
  const problems: Problem[] = [];
  if (!key.success) problems.push({ field: 'key', problem: key.error.issues[0].message });
  for (const issue of fields.error?.issues ?? []) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    const problem = issue.code === 'unrecognized_keys' ? 'no such field' : issue.message;
    for (const field of names) problems.push({ field, problem });
  }
  const read = Object.entries(fields.data ?? {}).filter(([, value]) => value !== undefined);
  return {
    request: {
      kind: request.kind,
      key: key.data ?? request.key,
      fields: Object.fromEntries(read) as ListingFields,
    },
    problems,
  };
}

/** Say what a wish would do to the things as they are. */
async function makePlan(
  parts: PlanParts,
  things: Things,
  requested: ListingRequest,
): Promise<Plan> {
  const { request, problems: misread } = readRequest(requested);
  const listed = things.get(nameThing(request.kind, request.key));
  const { kind, key } = request;
  const isUnfinished = listed !== undefined && !listed.isDone;
  const head = { kind, key, isNew: listed === undefined, isUnfinished, listed };
  if (misread.length > 0) {
    return {
      ...head,
      changes: [],
      problems: misread,
      merged: request.fields,
      said: request.fields,
    };
  }
  const draft = await drafters[kind](parts, { things, request, listed });
  const now = listed?.fields ?? {};
  const changes = Object.keys(draft.merged)
    .map((field) => ({ field, before: now[field] ?? '', after: draft.merged[field] ?? '' }))
    .filter(({ before, after }) => before !== after);
  return { ...head, changes, ...draft };
}

type Drafter = (parts: PlanParts, requested: Requested) => Draft | Promise<Draft>;

const drafters: Readonly<Record<ListingKind, Drafter>> = {
  coin: draftCoin,
  fees: (_parts, requested) => draftPlain(requested),
  vip: (_parts, requested) => draftPlain(requested),
  market: draftMarket,
  list: (_parts, requested) => draftPlain(requested),
};

/** The things as they would be, for what is said next. */
function beforeEvent(things: Things, { kind, key, merged: fields, listed }: Plan): void {
  const state = kind === 'market' ? (listed?.state ?? 'PRE_OPEN') : '';
  const kept = listed?.market === undefined ? {} : { market: listed.market };
  const next = { kind, key, fields, isDone: true, ...kept };
  things.set(nameThing(kind, key), { ...next, state: state === 'DELISTED' ? 'HALT' : state });
}

/** A level that wants less than the one below it would never be anybody's. */
function listLevelProblems(things: Things, plan: Plan): Problem[] {
  if (plan.kind !== 'vip' || plan.problems.length > 0) return [];
  const volumeOf = (level: number) => {
    const text = things.get(nameThing('vip', String(level)))?.fields['volumeUsdt'];
    return text === undefined ? undefined : parseDecimal(text, LEVEL_DECIMALS);
  };
  const level = Number(plan.key);
  const [below, own = 0n, above] = [volumeOf(level - 1), volumeOf(level), volumeOf(level + 1)];
  const isBetween = own > (below ?? 0n) && (above === undefined || own < above);
  const problem = 'more than the level below, less than the one above';
  return isBetween ? [] : [{ field: 'volumeUsdt', problem }];
}

const LEVEL_DECIMALS = 8;

/**
 * Say what wishes would do, each after those before it: coins first, then what stands on them.
 *
 * @param things - as they are; afterwards as they would be.
 * @returns a plan for each wish, in the order of the wishes.
 */
export async function makePlans(
  parts: PlanParts,
  things: Things,
  requests: readonly ListingRequest[],
): Promise<Plan[]> {
  const order = requests
    .map((request, place) => ({ request, place }))
    .sort((one, two) => kindPlace(one.request) - kindPlace(two.request) || one.place - two.place);
  const plans: Plan[] = [];
  for (const { request, place } of order) {
    const plan = await makePlan(parts, things, request);
    if (plan.problems.length === 0) beforeEvent(things, plan);
    plans[place] = plan;
  }
  return plans.map((plan) => ({
    ...plan,
    problems: [...plan.problems, ...listLevelProblems(things, plan)],
  }));
}

const kindPlace = ({ kind }: { readonly kind: ListingKind }): number => listingKinds.indexOf(kind);

/** Plans in the order in which they are carried out. */
export function orderPlans(plans: readonly Plan[]): Plan[] {
  return plans.toSorted(
    (one, two) => kindPlace(one) - kindPlace(two) || levelPlace(one) - levelPlace(two),
  );
}

/** Levels that rise go first, the highest first; then those that fall, the lowest first. */
function levelPlace({ kind, key, changes: [change] }: Plan): number {
  if (kind !== 'vip' || change === undefined) return 0;
  const rises = Number(change.after) > Number(change.before);
  return rises ? -Number(key) : Number(key);
}
