// Everything that is done with what is listed: shown, previewed, set, read from a file, written to
// one. One thing is done after the other, so that a plan still holds when it is carried out. Used
// by the back office's calls and works and by the operator's commands.
import { hash } from 'node:crypto';
import type { FieldChange, ListingFields, ListingKind, ListingPreview } from '@isobath/wire';
import { listingKinds } from '@isobath/wire';
import type { Actor } from '../../base/audit/index.ts';
import { CallRefusal, refuse } from '../../base/product/index.ts';
import { type CarryOutParts, createCarryOut } from './carry-out.ts';
import { createDelist, type Delisted } from './delist.ts';
import { makeExample } from './example.ts';
import { type FileFormat, type LineProblem, readFile, writeFile } from './file.ts';
import { type ListingRequest, makePlans, orderPlans, type Plan, type PlanParts } from './plan.ts';
import { type Listed, nameThing, readAll, readThings, type Things } from './state.ts';

/** What listing stands on. */
export interface ListingParts extends CarryOutParts, PlanParts {
  /** Resolves when the tables have what is committed. */
  readonly settle: () => Promise<void>;
}

/** A change as it was agreed to. */
export interface AgreedChange {
  readonly request: ListingRequest;
  /** Fields as they were when it was asked for. */
  readonly before: ListingFields;
}

/** What a file would do or did. */
export interface Imported {
  readonly changes: readonly (FieldChange & { readonly thing: string })[];
  readonly isDone: boolean;
}

/** Thrown for a file of which nothing was done. */
export class FileRefusal extends Error {
  readonly lines: readonly LineProblem[];
  constructor(lines: readonly LineProblem[]) {
    super(
      lines
        .map(({ line, thing, field, problem }) => `line ${line}, ${thing}: ${field}: ${problem}`)
        .join('; '),
    );
    this.name = 'FileRefusal';
    this.lines = lines;
  }
}

/** The room. */
export interface Listing {
  list(kind: ListingKind): Promise<Listed[]>;
  preview(request: ListingRequest): Promise<ListingPreview>;
  /** @throws invalid with every field that cannot be. */
  check(request: ListingRequest, must?: 'add' | 'set'): Promise<Plan>;
  set(request: ListingRequest, actor: Actor, must?: 'add' | 'set'): Promise<Plan>;
  /** @throws approval_changed when a field is neither as it was nor as it shall be. */
  setAgreed(change: AgreedChange, actor: Actor): Promise<Plan>;
  delist(market: string, actor: Actor): Promise<Delisted>;
  /** All or nothing: a file with a bad line changes nothing. @throws FileRefusal. */
  importFile(
    file: { readonly text: string; readonly format: FileFormat },
    actor: Actor,
    isTrial: boolean,
  ): Promise<Imported>;
  exportFile(format: FileFormat): Promise<string>;
}

const showChanges = (plan: Plan) =>
  plan.changes.map((change) => ({ thing: nameThing(plan.kind, plan.key), ...change }));

/** @throws invalid with every field that cannot be. */
function refuseProblems({ problems }: Plan): void {
  if (problems.length === 0) return;
  const fields = problems.map(({ field, problem }) => ({ path: field, problem }));
  throw new CallRefusal({ word: 'invalid', code: refuse('invalid').code, fields });
}

/** Who asks to add must not change, who asks to set must not add. */
function withIntent(plan: Plan, must: 'add' | 'set' | undefined): Plan {
  const { kind, key, listed, changes } = plan;
  const name = `${kind} ${key.toUpperCase()}`;
  if (must === 'set' && listed === undefined) {
    return { ...plan, problems: [{ field: 'key', problem: `there is no ${name}: add it` }] };
  }
  if (must !== 'add' || listed?.isDone !== true) return plan;
  // Adding again what was added is no fault, and completes one that never opened.
  const isBegun = listed.state === 'PRE_OPEN' || listed.state === 'DELISTED';
  const isSame = changes.every(({ before }) => before === '');
  if (isBegun || isSame) return plan;
  return { ...plan, problems: [{ field: 'key', problem: `${name} is there: set it` }] };
}

/** What a field was, as an agreed change keeps it: a picture by its hash. */
export function markBefore({ field, before }: FieldChange): string {
  return field === 'logo' && before !== '' ? hash('sha256', before) : before;
}

/** Open the room. */
export function createListing(parts: ListingParts): Listing {
  const carryOut = createCarryOut(parts);
  const delist = createDelist(parts);
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other. */
  function inTurn<TResult>(work: () => Promise<TResult>): Promise<TResult> {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  }

  const read = (): Promise<Things> => readAll(parts, listingKinds);

  async function planOne(request: ListingRequest, must?: 'add' | 'set'): Promise<Plan> {
    const [plan] = await makePlans(parts, await read(), [request]);
    return withIntent(plan, must);
  }

  async function check(request: ListingRequest, must?: 'add' | 'set'): Promise<Plan> {
    const plan = await planOne(request, must);
    refuseProblems(plan);
    return plan;
  }

  async function setNow(
    request: ListingRequest,
    actor: Actor,
    must?: 'add' | 'set',
  ): Promise<Plan> {
    const plan = await check(request, must);
    await carryOut(plan, actor);
    return plan;
  }

  async function preview(request: ListingRequest): Promise<ListingPreview> {
    const things = await read();
    const [plan] = await makePlans(parts, new Map(things), [request]);
    const { isNew, changes, problems, merged } = plan;
    const [base = '', quote = ''] = plan.key.toUpperCase().split('_');
    const scaleOf = (name: string) =>
      Number(things.get(nameThing('coin', name))?.fields['decimals'] ?? '0');
    const example =
      plan.kind === 'market' && problems.length === 0
        ? makeExample(merged, { baseScale: scaleOf(base), quoteScale: scaleOf(quote) })
        : {};
    return {
      isNew,
      changes: [...changes],
      problems: [...problems],
      fields: { ...merged },
      example: { ...example },
    };
  }

  async function importNow(
    file: { readonly text: string; readonly format: FileFormat },
    actor: Actor,
    isTrial: boolean,
  ): Promise<Imported> {
    const { rows, problems } = readFile(file);
    const plans = await makePlans(parts, await read(), rows);
    const bad = plans.flatMap((plan, place) =>
      plan.problems.map((one) => ({
        line: rows[place].line,
        thing: nameThing(plan.kind, plan.key),
        ...one,
      })),
    );
    const all = [...problems, ...bad];
    if (all.length > 0) throw new FileRefusal(all.toSorted((one, two) => one.line - two.line));
    if (!isTrial) {
      // Each is planned anew: what it stands on is there by now.
      for (const { kind, key, said } of orderPlans(plans)) {
        await setNow({ kind, key, fields: said }, actor);
      }
    }
    return { changes: plans.flatMap(showChanges), isDone: !isTrial };
  }

  return {
    list: (kind) => readThings(parts, [kind]),
    preview,
    check,
    set: (request, actor, must) => inTurn(() => setNow(request, actor, must)),
    setAgreed: ({ request, before }, actor) =>
      inTurn(async () => {
        const plan = await check(request);
        // What was agreed to is this change, not these fields in place of whatever came meanwhile.
        const isOther = plan.changes.some((change) => markBefore(change) !== before[change.field]);
        if (isOther) throw refuse('approval_changed');
        await carryOut(plan, actor);
        return plan;
      }),
    delist: (market, actor) => inTurn(() => delist(market, actor)),
    importFile: (file, actor, isTrial) => inTurn(() => importNow(file, actor, isTrial)),
    async exportFile(format) {
      const things = await readThings(parts, listingKinds);
      return writeFile(
        things.filter(({ state, isDone }) => isDone && state !== 'DELISTED'),
        format,
      );
    },
  };
}
