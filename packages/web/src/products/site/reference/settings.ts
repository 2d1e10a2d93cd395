// Host settings of programs that speak the trading API, for this installation's address, and what
// is sent on its sockets. Pure text. Used by GuidePage.tsx.

/** One text in a language of programs. */
export interface ProgramText {
  readonly language: string;
  readonly text: string;
}

/** Every host of the library's table is moved: one left out would get the key. */
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
        'const move = (urls) => {',
        '  for (const [name, url] of Object.entries(urls)) {',
        `    const host = /^ws/.test(url) ? '${stream}' : '${origin}';`,
        "    if (typeof url === 'object') move(url);",
        '    else urls[name] = host + new URL(url).pathname;',
        '  }',
        '};',
        'move(exchange.urls.api);',
        ...(stream.startsWith('ws:') ? ['await exchange.loadHttpProxyAgent();'] : []),
      ].join('\n'),
    },
    {
      language: 'Python',
      text: [
        'import ccxt.pro',
        'from urllib.parse import urlsplit',
        '',
        'exchange = ccxt.pro.binance({',
        '    "apiKey": KEY, "secret": SECRET, "options": {"fetchMarkets": {"types": ["spot"]}},',
        '})',
        'def move(urls):',
        '    for name, url in urls.items():',
        '        if isinstance(url, dict):',
        '            move(url)',
        '        else:',
        `            host = "${stream}" if url.startswith("ws") else "${origin}"`,
        '            urls[name] = host + urlsplit(url).path',
        '',
        'move(exchange.urls["api"])',
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
        'from binance_common.configuration import (',
        '    ConfigurationRestAPI, ConfigurationWebSocketAPI, ConfigurationWebSocketStreams,',
        ')',
        'from binance_sdk_spot.spot import Spot',
        '',
        'client = Spot(',
        '    config_rest_api=ConfigurationRestAPI(',
        `        api_key=KEY, api_secret=SECRET, base_path="${origin}",`,
        '    ),',
        '    config_ws_api=ConfigurationWebSocketAPI(',
        `        api_key=KEY, api_secret=SECRET, stream_url="${stream}/ws-api/v3",`,
        '    ),',
        `    config_ws_streams=ConfigurationWebSocketStreams(stream_url="${stream}"),`,
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
        'spot := client.NewBinanceSpotClient(',
        '\tclient.WithRestAPI(common.NewConfigurationRestAPI(',
        `\t\tcommon.WithBasePath("${origin}"),`,
        '\t\tcommon.WithApiKey(KEY), common.WithApiSecret(SECRET),',
        '\t)),',
        '\tclient.WithWebsocketStreams(common.NewConfigurationWebsocketStreams(',
        `\t\tcommon.WithWsStreamsBasePath("${stream}/stream"),`,
        '\t)),',
        '\tclient.WithWebsocketAPI(common.NewConfigurationWebsocketApi(',
        `\t\tcommon.WithWsApiBasePath("${stream}/ws-api/v3"),`,
        '\t\tcommon.WithWsApiKey(KEY), common.WithWsApiSecret(SECRET),',
        '\t)),',
        ')',
      ].join('\n'),
    },
  ];
}

/** Path of each name in ccxt's table of hosts. */
const CCXT_PATHS: Readonly<Record<string, string>> = {
  public: '/api/v3',
  private: '/api/v3',
  v1: '/api/v1',
  sapi: '/sapi/v1',
  sapiV2: '/sapi/v2',
  sapiV3: '/sapi/v3',
  sapiV4: '/sapi/v4',
  fapiPublic: '/fapi/v1',
  fapiPublicV2: '/fapi/v2',
  fapiPublicV3: '/fapi/v3',
  fapiPrivate: '/fapi/v1',
  fapiPrivateV2: '/fapi/v2',
  fapiPrivateV3: '/fapi/v3',
  fapiData: '/futures/data',
  dapiPublic: '/dapi/v1',
  dapiPrivate: '/dapi/v1',
  dapiPrivateV2: '/dapi/v2',
  dapiData: '/futures/data',
  eapiPublic: '/eapi/v1',
  eapiPrivate: '/eapi/v1',
  papi: '/papi/v1',
  papiV2: '/papi/v2',
};
const CCXT_STREAM_PATHS: Readonly<Record<string, string>> = {
  spot: '/ws',
  margin: '/ws',
  future: '/ws',
  delivery: '/ws',
  stock: '/equity/ws',
  option: '/public/ws',
  optionMarket: '/market/ws',
  optionPrivate: '/private/ws',
  papi: '/pm/ws',
};
const CCXT_CALL_PATHS: Readonly<Record<string, string>> = {
  spot: '/ws-api/v3',
  future: '/ws-fapi/v1',
  delivery: '/ws-dapi/v1',
};

const under = (host: string, paths: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, host + path]));

/** Freqtrade hands its table to ccxt, which keeps its own host for each name that is left out. */
function writeFreqtrade(origin: string, stream: string): ProgramText[] {
  const api = {
    ...under(origin, CCXT_PATHS),
    ws: { ...under(stream, CCXT_STREAM_PATHS), 'ws-api': under(stream, CCXT_CALL_PATHS) },
  };
  const exchange = {
    name: 'binance',
    key: 'KEY',
    secret: 'SECRET',
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
          `WSS_API_URL = "${stream}/ws-api/v3"`,
          '',
          '# hummingbot/data_feed/candles_feed/binance_spot_candles/constants.py',
          `REST_URL = "${origin}"`,
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
