// Accounts by their type: the page that shows each, and the page of the product it belongs to.
// Plain data; menus, tabs and transfers read it.
import type { PageAccountType } from '@isobath/wire';
import { isPathPlanned } from './planned.ts';

/** Paths below the language, by account type. */
export const accountPages: Readonly<
  Record<PageAccountType, { readonly page: string; readonly product: string }>
> = {
  2: { page: 'assetManagement/home', product: 'trade/exchange/' },
  3: { page: 'c2c/account', product: 'c2c/trade' },
  5: { page: 'assetManagement/swaps', product: 'contract/exchange/trade/' },
  6: { page: 'assetManagement/margin', product: 'margin/trade/btc_usdt' },
  7: { page: 'assetManagement/margin', product: 'margin/trade/btc_usdt' },
  101: { page: 'assetManagement/financialAccount', product: 'wealthManagement' },
};

/** Whether there is a product that uses an account. */
export function hasProduct(type: PageAccountType): boolean {
  return !isPathPlanned(accountPages[type].product);
}
