// The operator's command for the picture of a coin. What is no picture is refused before anything
// is changed. Started by start.ts.
import { HOST } from '../../../base/audit/index.ts';
import { loadNames } from '../../../base/market/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { CallRefusal } from '../../../base/product/index.ts';

/** Make the handlers. */
export function createCoinHandlers(
  platform: Pick<Platform, 'database' | 'audit' | 'markets' | 'coinPictures'>,
): OperatorHandlers {
  const { database, audit, markets, coinPictures } = platform;
  return {
    'coin.picture': async ({ coin: shortName, picture }) => {
      const coin = markets.coinByName(shortName.toUpperCase());
      if (coin === undefined) throw new Refusal(EXIT.usage, `There is no coin ${shortName}.`);
      const content = picture === undefined ? undefined : Buffer.from(picture, 'base64');
      try {
        await audit.transaction(HOST, async (session, write) => {
          await coinPictures.set(session, coin.coinId, content);
          const detail = { asset: coin.shortName, bytes: content?.length ?? 0 };
          await write({ action: 'coin_picture_set', detail });
        });
      } catch (error) {
        if (!(error instanceof CallRefusal)) throw error;
        const [field] = error.fields;
        throw new Refusal(EXIT.usage, `That is no picture for a coin: ${field?.problem}.`, error);
      }
      await loadNames(markets, database);
      return { coin: coin.shortName, webLogo: markets.coinById(coin.coinId)?.webLogo ?? '' };
    },
  };
}
