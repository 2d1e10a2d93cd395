// A call as a program would make it, in four languages. Pure text; sends nothing.
// Used by CodeSamples.tsx.
import type { CallPage } from './reference.ts';

/** Languages of the samples, in the order they are shown. */
export const codeLanguages = ['curl', 'TypeScript', 'Python', 'Go'] as const;
/** One of them. */
export type CodeLanguage = (typeof codeLanguages)[number];

interface Parts {
  readonly origin: string;
  readonly call: CallPage;
  readonly query: string;
  readonly isSigned: boolean;
}

function exampleQuery(call: CallPage): string {
  const needed = call.parameters.filter(({ isRequired, isInPath }) => isRequired && !isInPath);
  return needed.map(({ name }) => `${name}=${exampleValue(name)}`).join('&');
}

function exampleValue(name: string): string {
  const known: Readonly<Record<string, string>> = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    interval: '1h',
    tradeId: '1',
    symbols: 'btc_usdt',
  };
  return known[name] ?? name.toUpperCase();
}

function writeCurl({ origin, call, query, isSigned }: Parts): string {
  const method = call.method === 'GET' ? '' : `-X ${call.method} `;
  if (!isSigned) {
    const body = call.body.length > 0 ? " \\\n  -H 'content-type: application/json' -d '{}'" : '';
    const own = call.method === 'GET' ? '' : " \\\n  -H 'x-requested-with: isobath'";
    return `curl ${method}'${origin}${call.path}${query && `?${query}`}'${own}${body}`;
  }
  return [
    `query="${query && `${query}&`}timestamp=$(date +%s%3N)"`,
    'signature=$(printf %s "$query" | openssl dgst -sha256 -hmac "$SECRET" | cut -d" " -f2)',
    `curl ${method}-H "X-MBX-APIKEY: $KEY" "${origin}${call.path}?$query&signature=$signature"`,
  ].join('\n');
}

function writeTypeScript({ origin, call, query, isSigned }: Parts): string {
  const init = `{ method: '${call.method}'`;
  if (!isSigned) {
    const own = call.method === 'GET' ? '' : ", headers: { 'x-requested-with': 'isobath' }";
    return [
      `const url = '${origin}${call.path}${query && `?${query}`}';`,
      `const answer = await fetch(url, ${init}${own} });`,
      'console.log(await answer.json());',
    ].join('\n');
  }
  return [
    "import { createHmac } from 'node:crypto';",
    '',
    `const query = \`${query && `${query}&`}timestamp=\${Date.now()}\`;`,
    "const signature = createHmac('sha256', SECRET).update(query).digest('hex');",
    `const url = \`${origin}${call.path}?\${query}&signature=\${signature}\`;`,
    `const answer = await fetch(url, ${init}, headers: { 'X-MBX-APIKEY': KEY } });`,
    'console.log(await answer.json());',
  ].join('\n');
}

function writePython({ origin, call, query, isSigned }: Parts): string {
  const method = call.method.toLowerCase();
  if (!isSigned) {
    const own = call.method === 'GET' ? '' : ', headers={"x-requested-with": "isobath"}';
    return [
      'import requests',
      '',
      `answer = requests.${method}("${origin}${call.path}${query && `?${query}`}"${own})`,
      'print(answer.json())',
    ].join('\n');
  }
  return [
    'import hashlib, hmac, time, requests',
    '',
    `query = f"${query && `${query}&`}timestamp={int(time.time() * 1000)}"`,
    'signature = hmac.new(SECRET.encode(), query.encode(), hashlib.sha256).hexdigest()',
    `url = f"${origin}${call.path}?{query}&signature={signature}"`,
    `answer = requests.${method}(url, headers={"X-MBX-APIKEY": KEY})`,
    'print(answer.json())',
  ].join('\n');
}

function writeGo({ origin, call, query, isSigned }: Parts): string {
  if (!isSigned) {
    return [
      `url := "${origin}${call.path}${query && `?${query}`}"`,
      `request, _ := http.NewRequest("${call.method}", url, nil)`,
      ...(call.method === 'GET' ? [] : ['request.Header.Set("x-requested-with", "isobath")']),
      'answer, err := http.DefaultClient.Do(request)',
    ].join('\n');
  }
  return [
    `query := fmt.Sprintf("${query && `${query}&`}timestamp=%d", time.Now().UnixMilli())`,
    'mac := hmac.New(sha256.New, []byte(secret))',
    'mac.Write([]byte(query))',
    `url := fmt.Sprintf("${origin}${call.path}?%s&signature=%x", query, mac.Sum(nil))`,
    `request, _ := http.NewRequest("${call.method}", url, nil)`,
    'request.Header.Set("X-MBX-APIKEY", key)',
    'answer, err := http.DefaultClient.Do(request)',
  ].join('\n');
}

const writers: Readonly<Record<CodeLanguage, (parts: Parts) => string>> = {
  curl: writeCurl,
  TypeScript: writeTypeScript,
  Python: writePython,
  Go: writeGo,
};

/** A call in one language. */
export function writeCode(call: CallPage, origin: string, language: CodeLanguage): string {
  const isSigned = call.role.startsWith('key_');
  return writers[language]({ origin, call, query: exampleQuery(call), isSigned });
}
