// The operator's commands for what is listed: coins, markets, fees, levels and lists, one by one or
// from a file. The rules stand with listing; here a refusal becomes the line that the tool ends
// with. Started by start.ts.
import { HOST } from '../../../base/audit/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { CallRefusal } from '../../../base/product/index.ts';
import { FileRefusal, type Listing } from '../listing.ts';

/** Run it; what listing refuses ends the tool with code 64, what the engine refuses with 1. */
async function end<TAnswer>(work: () => Promise<TAnswer>): Promise<TAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileRefusal) {
      const count = error.lines.length;
      const line = `Nothing was changed: ${count} bad ${count === 1 ? 'line' : 'lines'}: `;
      throw new Refusal(EXIT.usage, `${line}${error.message}.`, error);
    }
    if (!(error instanceof CallRefusal)) throw error;
    const problems = error.fields.map(({ path, problem }) => `${path}: ${problem}`);
    if (problems.length > 0) throw new Refusal(EXIT.usage, `${problems.join('; ')}.`, error);
    const facts = Object.keys(error.facts).length === 0 ? '' : ` ${JSON.stringify(error.facts)}`;
    throw new Refusal(
      EXIT.failed,
      `Refused: ${error.word}${facts}; run it again to complete.`,
      error,
    );
  }
}

/** A picture is too long for a screen. */
const shorten = (value: string): string =>
  value.length > 80 && !value.includes(' ') ? `${value.length} letters` : value;

const showChange = <TChange extends { before: string; after: string }>(change: TChange) => ({
  ...change,
  before: shorten(change.before),
  after: shorten(change.after),
});

/** Make the handlers. */
export function createListingHandlers(listing: Listing): OperatorHandlers {
  return {
    'listing.list': async ({ kind }) => ({
      rows: (await listing.list(kind)).map(({ key, state, fields }) => ({
        key,
        ...(state === '' ? {} : { state }),
        ...Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, shorten(value)]),
        ),
      })),
    }),
    'listing.set': ({ isTrial, must, ...request }) =>
      end(async () => {
        if (!isTrial) {
          const { key, changes } = await listing.set(request, HOST, must);
          return { key, isDone: true, changes: changes.map(showChange) };
        }
        const { key, changes } = await listing.check(request, must);
        const { example } = await listing.preview(request);
        return { key, isDone: false, changes: changes.map(showChange), ...example };
      }),
    'listing.delist': ({ market }) =>
      end(async () => ({ ...(await listing.delist(market, HOST)) })),
    'listing.import': ({ isTrial, ...file }) =>
      end(async () => {
        const { changes, isDone } = await listing.importFile(file, HOST, isTrial);
        return { isDone, count: changes.length, changes: changes.map(showChange) };
      }),
    'listing.export': async ({ format }) => ({ text: await listing.exportFile(format) }),
  };
}
