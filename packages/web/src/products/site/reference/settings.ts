// Host settings of programs that speak the trading API, for this installation's address, and what
// is sent on its sockets. Pure text. Used by GuidePage.tsx.

/** One text in a language of programs. */
export interface ProgramText {
  readonly language: string;
  readonly text: string;
}

function writeCcxt(origin: string, stream: string): ProgramText[] {
  return [
    {
      language: 'JavaScript',
      text: [
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
    },
    {
      language: 'Python',
      text: [
        'import ccxt',
        '',
        'exchange = ccxt.binance({',
        '    "apiKey": KEY, "secret": SECRET, "options": {"fetchMarkets": {"types": ["spot"]}},',
        '})',
        `exchange.urls["api"]["public"] = "${origin}/api/v3"`,
        `exchange.urls["api"]["private"] = "${origin}/api/v3"`,
        `exchange.urls["api"]["sapi"] = "${origin}/sapi/v1"`,
      ].join('\n'),
    },
  ];
}

function writeOfficial(origin: string, stream: string): ProgramText[] {
  return [
    {
      language: 'TypeScript',
      text: [
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
    },
    {
      language: 'Python',
      text: [
        'from binance_common.configuration import ConfigurationRestAPI, ConfigurationWebSocketAPI',
        'from binance_sdk_spot.spot import Spot',
        '',
        'client = Spot(',
        '    config_rest_api=ConfigurationRestAPI(',
        `        api_key=KEY, api_secret=SECRET, base_path="${origin}",`,
        '    ),',
        '    config_ws_api=ConfigurationWebSocketAPI(',
        `        api_key=KEY, api_secret=SECRET, stream_url="${stream}/ws-api/v3",`,
        '    ),',
        ')',
      ].join('\n'),
    },
    {
      language: 'Go',
      text: [
        'import (',
        '\tclient "github.com/binance/binance-connector-go/clients/spot"',
        '\t"github.com/binance/binance-connector-go/common/v2/common"',
        ')',
        '',
        'configuration := common.NewConfigurationRestAPI(',
        `\tcommon.WithBasePath("${origin}"),`,
        '\tcommon.WithApiKey(KEY),',
        '\tcommon.WithApiSecret(SECRET),',
        ')',
        'spot := client.NewBinanceSpotClient(client.WithRestAPI(configuration))',
      ].join('\n'),
    },
  ];
}

/** Freqtrade reads prices over sockets of its own accord: those addresses are changed too. */
function writeFreqtrade(origin: string, stream: string): ProgramText[] {
  const api = {
    public: `${origin}/api/v3`,
    private: `${origin}/api/v3`,
    sapi: `${origin}/sapi/v1`,
    fapiPublic: `${origin}/fapi/v1`,
    dapiPublic: `${origin}/dapi/v1`,
    ws: { spot: `${stream}/ws`, 'ws-api': { spot: `${stream}/ws-api/v3` } },
  };
  const exchange = {
    name: 'binance',
    key: 'KEY',
    secret: 'SECRET',
    ...(stream.startsWith('ws:') ? { enable_ws: false } : {}),
    ccxt_config: { urls: { api } },
  };
  return [{ language: 'JSON', text: JSON.stringify({ exchange }, null, 2) }];
}

/** Settings by program, each in one or several languages. */
export function writeSettings(origin: string) {
  const stream = origin.replace(/^http/, 'ws');
  return {
    ccxt: writeCcxt(origin, stream),
    official: writeOfficial(origin, stream),
    hummingbot: [
      {
        language: 'Python',
        text: [
          '# hummingbot/connector/exchange/binance/binance_constants.py',
          `REST_URL = "${origin}/api/"`,
          `WSS_URL = "${stream}/ws"`,
        ].join('\n'),
      },
    ],
    freqtrade: writeFreqtrade(origin, stream),
  } as const;
}

/** What is said on the sockets, by section of the guide. */
export const socketTexts = {
  streams: [
    'btcusdt@trade          btcusdt@aggTrade       btcusdt@kline_1m',
    'btcusdt@bookTicker     btcusdt@avgPrice       btcusdt@miniTicker',
    'btcusdt@ticker         btcusdt@ticker_1h      btcusdt@depth20@100ms',
    'btcusdt@depth@100ms    !miniTicker@arr        !ticker_1h@arr',
    '',
    '{"method": "SUBSCRIBE", "params": ["btcusdt@trade"], "id": 1}',
    '{"method": "LIST_SUBSCRIPTIONS", "id": 2}',
    '{"method": "UNSUBSCRIBE", "params": ["btcusdt@trade"], "id": 3}',
  ].join('\n'),
  book: [
    '/ws/btcusdt@depth@100ms        {"U": 157, "u": 160, "b": [["85450", "0.4"]], "a": []}',
    '/api/v3/depth?symbol=BTCUSDT&limit=5000        {"lastUpdateId": 158, ...}',
  ].join('\n'),
  account: [
    '{"id": 1, "method": "userDataStream.subscribe.signature",',
    ' "params": {"apiKey": KEY, "timestamp": NOW, "signature": SIGNATURE}}',
    '',
    '{"id": 1, "method": "session.logon",',
    ' "params": {"apiKey": KEY, "timestamp": NOW, "signature": SIGNATURE}}',
    '{"id": 2, "method": "userDataStream.subscribe"}',
    '',
    'POST /api/v3/userDataStream        X-MBX-APIKEY: KEY',
  ].join('\n'),
  socketApi: [
    '{"id": 1, "method": "order.place", "params": {',
    '  "symbol": "BTCUSDT", "side": "BUY", "type": "LIMIT", "timeInForce": "GTC",',
    '  "quantity": "0.001", "price": "40000",',
    '  "apiKey": KEY, "timestamp": NOW, "signature": SIGNATURE}}',
  ].join('\n'),
} as const;
