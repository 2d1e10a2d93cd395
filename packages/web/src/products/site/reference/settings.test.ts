import { expect, test } from 'vitest';
import { writeSettings } from './settings.ts';

const origin = 'https://exchange.example';
const settings = writeSettings(origin);

/** As ccxt has it: other hosts, ports and paths at each depth. */
const makeHosts = () => ({
  public: 'https://api.venue.example/api/v3',
  sapiV3: 'https://api.venue.example/sapi/v3',
  fapiPrivate: 'https://fapi.venue.example/fapi/v1',
  ws: {
    spot: 'wss://stream.venue.example:9443/ws',
    'ws-api': { spot: 'wss://ws-api.venue.example:443/ws-api/v3' },
  },
});

test('the lines for ccxt move every host, however deep, and keep the paths', () => {
  const api = makeHosts();
  class Exchange {
    urls = { api };
  }
  const [{ text }] = settings.ccxt;
  const lines = text.replace(/^import .*$/m, '');
  new Function('ccxt', 'KEY', 'SECRET', lines)({ pro: { binance: Exchange } }, 'key', 'secret');
  expect(api).toEqual({
    public: `${origin}/api/v3`,
    sapiV3: `${origin}/sapi/v3`,
    fapiPrivate: `${origin}/fapi/v1`,
    ws: {
      spot: 'wss://exchange.example/ws',
      'ws-api': { spot: 'wss://exchange.example/ws-api/v3' },
    },
  });
});

test('no program is left with a host of its own', () => {
  const [{ text }] = settings.hummingbot;
  expect(text.split('\n').filter((row) => row.includes('='))).toEqual([
    `REST_URL = "${origin}/api/"`,
    'WSS_URL = "wss://exchange.example/ws"',
    'WSS_API_URL = "wss://exchange.example/ws-api/v3"',
    `REST_URL = "${origin}"`,
    'WSS_URL = "wss://exchange.example/ws"',
  ]);
  // Calls, streams and the WebSocket API: what is left out keeps the connector's own address.
  for (const { language, text } of settings.official) {
    expect([language, text.match(/exchange\.example/g)]).toEqual([
      language,
      Array(3).fill('exchange.example'),
    ]);
  }
  const { api } = JSON.parse(settings.freqtrade[0].text).exchange.ccxt_config.urls;
  const listHosts = (table: object): string[] =>
    Object.values(table).flatMap((value: string | object) =>
      typeof value === 'string' ? [value] : listHosts(value),
    );
  const hosts = listHosts(api);
  expect(hosts.length).toBeGreaterThan(30);
  for (const host of hosts) expect(new URL(host).hostname).toBe('exchange.example');
  const addresses = [...settings.official, ...settings.ccxt]
    .map((program) => program.text)
    .join('\n')
    .match(/(?:https?|wss?):\/\/[^'"/]+/g);
  expect(new Set(addresses)).toEqual(new Set([origin, 'wss://exchange.example']));
});
