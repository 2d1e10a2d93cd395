// What the exchange says of its contracts, from its six calls, joined into one row a contract.
// Not spot markets (market-data.ts). Read by the market page and the overview.
import type { Client } from '@isobath/sdk';
import { marketOverviewRoutes, type RouteAnswer } from '@isobath/wire';

type Answer<TName extends keyof typeof marketOverviewRoutes> = RouteAnswer<
  (typeof marketOverviewRoutes)[TName]
>;

/** One contract; null for what nobody told of it. */
export interface ContractRow {
  readonly code: string;
  readonly openInterest: string | null;
  /** Per cent of a position and funding time. */
  readonly fundingRate: string | null;
  /** Closed by force in 24 hours. */
  readonly longUsdt: string | null;
  readonly shortUsdt: string | null;
}

/** All contracts together. */
export interface ContractMarket {
  readonly turnoverUsdt: string;
  readonly days: Answer<'contractHistory'>;
  readonly rows: readonly ContractRow[];
}

/** Join what is told of each contract, in the order in which they are listed. */
export function joinContracts(reported: {
  readonly listed: Answer<'contractCurrencies'>;
  readonly interest: Answer<'contractOpenInterest'>;
  readonly funding: Answer<'contractFunding'>;
  readonly forced: Answer<'contractLiquidations'>;
}): ContractRow[] {
  return reported.listed.map(({ contractCode: code }) => {
    const isOf = (row: { readonly contractCode: string }) => row.contractCode === code;
    const forced = reported.forced.find(isOf);
    return {
      code,
      openInterest: reported.interest.find(isOf)?.openInterest ?? null,
      fundingRate: reported.funding.find(isOf)?.fundingRate ?? null,
      longUsdt: forced?.longUsdt ?? null,
      shortUsdt: forced?.shortUsdt ?? null,
    };
  });
}

/** Ask all of it. */
export async function loadContracts(client: Client): Promise<ContractMarket> {
  const routes = marketOverviewRoutes;
  const [listed, volume, days, interest, funding, forced] = await Promise.all([
    client.call(routes.contractCurrencies),
    client.call(routes.contractVolume),
    client.call(routes.contractHistory),
    client.call(routes.contractOpenInterest),
    client.call(routes.contractFunding),
    client.call(routes.contractLiquidations),
  ]);
  const rows = joinContracts({ listed, interest, funding, forced });
  return { turnoverUsdt: volume.turnoverUsdt, days, rows };
}
