// The calls that the specification names for the shell: configuration, market, favourites,
// messages, user, and what a transfer reads. Each stands with the test file that asks it, changes
// what is stored, and sees another answer to the same question. Data only; read by those files.

/** Calls that tell of markets. */
const marketCalls = [
  'GET /hk-web/market/trade_areas',
  'GET /hk-web/market/overview',
  'GET /hk-web/market/spot/overview',
  'GET /hk-web/market/ranking/new-listings',
  'GET /hk-web/market/ranking/recommends',
  'GET /hk-web/market/ranking/top-gainers',
  'GET /hk-web/market/ranking/top-losers',
  'GET /hk-web/market/ranking/turn-over',
  'GET /hk-web/market/ranking/hot-listings',
  'GET /hk-web/market/etf',
  'GET /hk-web/market/btc-dominance',
  'GET /hk-web/market/heatmap',
  'GET /hk-web/market/search/popular',
  'GET /hk-web/market/search/result',
  'POST /hk-web/market/search/result',
  'GET /hk-web/market/symbol/tickers',
  'GET /kline-history/market/trendlines',
  'GET /hk-web/v3/fullDepth',
  'GET /hk-web/v3/getOneTradeInfo',
  'GET /hk-web/v3/realTimeTrade',
] as const;

/** Calls by test file beside this folder, `METHOD path`. */
export const specifiedCalls = {
  'page-calls': [
    'POST /hk-web/v2/common/dowloadUrl',
    'GET /hk-web/public/get-web-config',
    'GET /hk-web/public/common/locales',
    'GET /hk-web/public/kyc/get-config',
    'GET /hk-web/public/service/get-config',
    'GET /hk-web/public/currency/detail',
    'GET /hk-web/public/compliance/check',
    'GET /hk-web/gsip',
    'GET /hk-web/partner/get-gga-config',
    'GET /hk-web/v2/getConfig',
    'GET /hk-web/v3/getConfig',
    'GET /hk-web/public/rebate/status',
    'GET /hk-web/public/currency/rates',
    'GET /hk-web/user/user_favorite_json',
    'POST /hk-web/user/user_favorite_json',
    'GET /hk-web/user/user_favorite',
    'POST /hk-web/user/user_favorite',
    'GET /swap/v1/portal/collection',
    'POST /swap/v1/portal/collection',
  ],
  /** Of what happens while the exchange runs, and of what is stored when it starts. */
  'market-calls': marketCalls,
  'market-rows': marketCalls,
  'content-calls': [
    'POST /hk-web/v2/inmail/message/list',
    'POST /hk-web/v2/inmail/message/status',
    'GET /hk-web/v2/inmail/message/unReadCount',
    'GET /hk-web/v2/inmail/message/classify',
    'GET /hk-web/v2/task/newbie/list',
  ],
  'person-calls': [
    'POST /hk-web/v2/logout',
    'POST /hk-web/modifySafetyCheck',
    'GET /hk-web/identity/status',
    'GET /hk-web/identity/getVerifyRecord',
    'GET /hk-web/user/biz-status',
    'GET /hk-web/finance/own/cointype/list',
    'POST /hk-web/v2/transfer',
    'GET /hk-web/finance/transfer/history/list',
    'GET /hk-web/v1/wallet/transfer/types',
    'GET /hk-web/v2/wallet/transfer/coins',
    'GET /hk-web/transfer/info',
    'GET /hk-web/wallet/info',
  ],
} as const;

/** Calls that tell of contracts, of which none is listed: they answer that there are none. */
export const callsOfContracts = [
  'GET /hk-web/market/contract/force-liquidation',
  'GET /hk-web/market/contract/funding-rate',
  'GET /hk-web/market/contract/history-amount',
  'GET /hk-web/market/contract/open-interest',
  'GET /hk-web/market/contract/overview-volume',
  'GET /hk-web/market/contract/currencies',
] as const;
