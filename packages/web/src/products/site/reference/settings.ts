// Host settings of programs that speak the trading API, for this installation's address. Pure text.
// Used by GuidePage.tsx.

/** Settings by program. */
export function writeSettings(origin: string) {
  const stream = origin.replace(/^http/, 'ws');
  return {
    ccxt: [
      "import ccxt from 'ccxt';",
      '',
      'const exchange = new ccxt.pro.binance({',
      "  apiKey: KEY, secret: SECRET, options: { fetchMarkets: { types: ['spot'] } },",
      '});',
      `exchange.urls.api.public = '${origin}/api/v3';`,
      `exchange.urls.api.private = '${origin}/api/v3';`,
      `exchange.urls.api.sapi = '${origin}/sapi/v1';`,
      `exchange.urls.api.ws.spot = '${stream}/ws';`,
      `exchange.urls.api.ws['ws-api'].spot = '${stream}/ws-api/v3';`,
      ...(stream.startsWith('ws:') ? ['await exchange.loadHttpProxyAgent();'] : []),
    ].join('\n'),
    official: [
      "import { Spot } from '@binance/spot';",
      '',
      'const client = new Spot({',
      '  configurationRestAPI: {',
      `    apiKey: KEY, apiSecret: SECRET, basePath: '${origin}',`,
      '  },',
      `  configurationWebsocketStreams: { wsURL: '${stream}' },`,
      '  configurationWebsocketAPI: {',
      `    apiKey: KEY, apiSecret: SECRET, wsURL: '${stream}/ws-api/v3',`,
      '  },',
      '});',
    ].join('\n'),
    hummingbot: [
      '# hummingbot/connector/exchange/binance/binance_constants.py',
      `REST_URL = "${origin}/api/"`,
      `WSS_URL = "${stream}/ws"`,
    ].join('\n'),
    freqtrade: JSON.stringify(
      {
        exchange: {
          name: 'binance',
          key: 'KEY',
          secret: 'SECRET',
          ccxt_config: {
            urls: {
              api: {
                public: `${origin}/api/v3`,
                private: `${origin}/api/v3`,
                sapi: `${origin}/sapi/v1`,
              },
            },
          },
        },
      },
      null,
      2,
    ),
  } as const;
}
