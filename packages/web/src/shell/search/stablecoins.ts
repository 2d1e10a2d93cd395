// Coins that stand for a currency, as the specification names them. No contract is written on one,
// so the search leads from none of them to a contract.

const stablecoins: ReadonlySet<string> = new Set(['usdt', 'usdc', 'f_usdt', 'f_usdc']);

/** Whether a coin stands for a currency. @param coin - its short name, such as "USDT". */
export function isStablecoin(coin: string): boolean {
  return stablecoins.has(coin.toLowerCase());
}
