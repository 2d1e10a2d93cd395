// Money in and out over chains, on the wire: which of its calls are served.
// Shapes of all calls stand beside (capital/); one that is served is added here.
import { addressBookRoutes } from './capital/address-book.ts';
import { custodyDeskRoutes } from './capital/custody-desk.ts';
import { claimRoutes } from './capital/claims.ts';
import { coldDeskRoutes } from './capital/cold-desk.ts';
import { depositRoutes } from './capital/deposits.ts';
import { localChainRoutes } from './capital/local-chains.ts';
import { chainDeskRoutes } from './capital/desk.ts';
import { capitalRecordRoutes } from './capital/records.ts';
import { proofRoutes } from './capital/proofs.ts';
import { moneyProviderRoutes } from './capital/checks/provider.ts';
import { withdrawDeskRoutes } from './capital/withdraw-desk.ts';
import { withdrawRoutes } from './capital/withdrawals.ts';

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
  beginProof: proofRoutes.begin,
  finishProof: proofRoutes.finish,
  savedAddresses: addressBookRoutes.list,
  savedAddressesBefore: addressBookRoutes.listBefore,
  saveAddress: addressBookRoutes.save,
  remarkAddress: addressBookRoutes.remark,
  removeAddress: addressBookRoutes.remove,
  addressSetting: addressBookRoutes.readSetting,
  editAddressSetting: addressBookRoutes.editSetting,
  networksOfAddress: withdrawRoutes.networksOfAddress,
  validateAddress: withdrawRoutes.validate,
  withdrawCheck: withdrawRoutes.check,
  withdrawTerms: withdrawRoutes.terms,
  withdraw: withdrawRoutes.submit,
  cancelWithdrawal: withdrawRoutes.cancel,
  withdrawalRecords: capitalRecordRoutes.withdrawals,
  readLocalChains: localChainRoutes.read,
  sendOutside: localChainRoutes.send,
  mineLocally: localChainRoutes.mine,
  reorganiseLocally: localChainRoutes.reorganise,
  ...chainDeskRoutes,
  ...withdrawDeskRoutes,
  ...moneyProviderRoutes,
  ...custodyDeskRoutes,
  ...claimRoutes,
  ...coldDeskRoutes,
} as const;
