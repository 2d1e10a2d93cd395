// Puts transfers together with what they stand on. Called through module.ts by the edge's process.
import { writeNumber } from '@isobath/texts';
import { createBinanceSymbols } from '../../base/binance-api/index.ts';
import { createValuer } from '../../base/market/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createTransferRoutes } from './routes.ts';

/** Make the calls of transfers. */
export async function startTransfers(platform: Platform): Promise<RunningModule> {
  const { database, commandClient, accounts, markets, readNowMs, report } = platform;
  const translate = await platform.loadTranslate('transfer');
  return {
    handlers: createTransferRoutes({
      database,
      commandClient,
      accounts,
      markets,
      symbols: createBinanceSymbols(markets),
      settle: platform.steps.settle,
      readNowMs,
      sayDone: (locale, { amount, asset }) =>
        translate(locale, 'done', { amount: writeNumber(amount, locale), asset }),
      report,
      readUnits: platform.readAccountUnits,
      readCurrencyRate: platform.configuration.readCurrencyRate,
      valuer: createValuer(markets, platform.readLastTicks),
    }),
  };
}
