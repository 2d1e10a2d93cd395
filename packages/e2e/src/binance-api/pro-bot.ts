// A bot author's streaming client: ccxt's pro class as it comes, pointed at a server of ours by its
// hosts and nothing else. Called by the tests of this folder.
import ccxt from 'ccxt';
import type { KeyPair } from './client.ts';

/** ccxt's streaming client of this dialect. */
export type ProBot = InstanceType<typeof ccxt.pro.binance>;

/** Replace the host of every address of a nested table; sockets keep being sockets. */
function moveHosts(table: Record<string, unknown>, address: string): void {
  for (const [name, value] of Object.entries(table)) {
    if (typeof value === 'string') {
      const { protocol, pathname } = new URL(value);
      const host = protocol.startsWith('ws') ? address.replace(/^http/, 'ws') : address;
      table[name] = host + pathname;
    } else if (typeof value === 'object' && value !== null) {
      moveHosts(value as Record<string, unknown>, address);
    }
  }
}

/** ccxt's streaming client, unmodified but for its hosts. */
export async function openProBot(address: string, keys?: KeyPair): Promise<ProBot> {
  const bot = new ccxt.pro.binance({ ...keys, enableRateLimit: false });
  moveHosts(bot.urls['api'] as Record<string, unknown>, address);
  // The library wants to be asked before it opens sockets without encryption.
  await bot.loadHttpProxyAgent();
  return bot;
}
