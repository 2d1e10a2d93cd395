// Money in and out over chains, on the wire: which of its calls are served.
// Shapes of all calls stand beside (capital/); one that is served is added here.
import { depositRoutes } from './capital/deposits.ts';
import { capitalRecordRoutes } from './capital/records.ts';

const { networks, coinAddress, create, list, select, remark } = depositRoutes;

/** Routes of deposits and withdrawals that are served. */
export const capitalRoutes = {
  depositNetworks: networks,
  depositAddress: coinAddress,
  createDepositAddress: create,
  listDepositAddresses: list,
  selectDepositAddress: select,
  remarkDepositAddress: remark,
  depositRecords: capitalRecordRoutes.deposits,
  capitalRecords: capitalRecordRoutes.both,
} as const;
