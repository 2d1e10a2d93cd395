// A call as a program would make it, in four languages: whole programs that need nothing installed
// but the language. Pure text; sends nothing. Used by CodeSamples.tsx.
import type { CallPage } from './reference.ts';

/** Languages of the samples, in the order they are shown. */
export const codeLanguages = ['curl', 'TypeScript', 'Python', 'Go'] as const;
/** One of them. */
export type CodeLanguage = (typeof codeLanguages)[number];

interface Parts {
  readonly origin: string;
  readonly call: CallPage;
  readonly path: string;
  /** Of the example, percent-encoded, without `?`. */
  readonly query: string;
  readonly isSigned: boolean;
  /** Headers that the call wants beside a signature; values in double quotes are text. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Name of a value that only the reader has, such as SYMBOL. */
function makeUp(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Parameters of the example, and what must be there where it has none. */
function exampleQuery(call: CallPage): string {
  return call.parameters
    .filter(({ isRequired, isInPath, example }) => !isInPath && (isRequired || example !== ''))
    .map(({ name, example }) => `${name}=${encodeURIComponent(example || makeUp(name))}`)
    .join('&');
}

function examplePath({ path, parameters }: CallPage): string {
  return parameters
    .filter(({ isInPath }) => isInPath)
    .reduce((text, { name, example }) => text.replace(`{${name}}`, example || makeUp(name)), path);
}

function listHeaders(call: CallPage): [name: string, value: string][] {
  if (call.role.startsWith('key')) return [['X-MBX-APIKEY', 'KEY']];
  if (call.method === 'GET') return [];
  const own: [string, string][] = [['x-requested-with', '"isobath"']];
  return call.bodyExample !== '' ? [...own, ['content-type', '"application/json"']] : own;
}

function writeCurl({ origin, call, path, query, isSigned, headers }: Parts): string {
  const words = headers.map(([name, value]) => {
    const text = value === 'KEY' ? '$KEY' : value.replaceAll('"', '');
    return `-H "${name}: ${text}"`;
  });
  const method = call.method === 'GET' ? [] : [`-X ${call.method}`];
  const body = call.bodyExample === '' ? [] : [`-d '${call.bodyExample}'`];
  const start = ['curl', ...method, ...words, ...body].join(' ');
  if (!isSigned) return `${start} "${origin}${path}${query && `?${query}`}"`;
  return [
    // Whole seconds: not every `date` knows smaller parts.
    `query="${query && `${query}&`}timestamp=$(date +%s)000"`,
    'signature=$(printf %s "$query" | openssl dgst -sha256 -hmac "$SECRET" | sed "s/.*= *//")',
    `${start} "${origin}${path}?$query&signature=$signature"`,
  ].join('\n');
}

function writeTypeScript({ origin, call, path, query, isSigned, headers }: Parts): string {
  const list = headers.map(([name, value]) => {
    return `'${name}': ${value === 'KEY' ? 'process.env.KEY!' : value.replaceAll('"', "'")}`;
  });
  const init = [
    `method: '${call.method}'`,
    ...(list.length > 0 ? [`headers: { ${list.join(', ')} }`] : []),
    ...(call.bodyExample === '' ? [] : [`body: '${call.bodyExample}'`]),
  ].join(', ');
  const send = [
    `const answer = await fetch(url, { ${init} });`,
    'console.log(await answer.text());',
  ];
  if (!isSigned)
    return [`const url = '${origin}${path}${query && `?${query}`}';`, ...send].join('\n');
  return [
    "import { createHmac } from 'node:crypto';",
    '',
    `const query = \`${query && `${query}&`}timestamp=\${Date.now()}\`;`,
    "const signature = createHmac('sha256', process.env.SECRET!).update(query).digest('hex');",
    `const url = \`${origin}${path}?\${query}&signature=\${signature}\`;`,
    ...send,
  ].join('\n');
}

function writePython({ origin, call, path, query, isSigned, headers }: Parts): string {
  const list = headers.map(([name, value]) => {
    return `"${name}": ${value === 'KEY' ? 'os.environ["KEY"]' : value}`;
  });
  const request = [
    'url',
    ...(call.bodyExample === '' ? [] : [`data=b'${call.bodyExample}'`]),
    ...(list.length > 0 ? [`headers={${list.join(', ')}}`] : []),
    `method="${call.method}"`,
  ].join(', ');
  // A refusal is raised, with the answer that says why.
  const send = [
    `request = urllib.request.Request(${request})`,
    'try:',
    '    answer = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refusal:',
    '    answer = refusal',
    'print(answer.read().decode())',
  ];
  const requests = 'urllib.error, urllib.request';
  if (!isSigned) {
    const modules = headers.some(([, value]) => value === 'KEY') ? `os, ${requests}` : requests;
    const url = `url = "${origin}${path}${query && `?${query}`}"`;
    return [`import ${modules}`, '', url, ...send].join('\n');
  }
  return [
    `import hashlib, hmac, os, time, ${requests}`,
    '',
    `query = "${query && `${query}&`}timestamp=" + str(int(time.time() * 1000))`,
    'secret = os.environ["SECRET"].encode()',
    'signature = hmac.new(secret, query.encode(), hashlib.sha256).hexdigest()',
    `url = "${origin}${path}?" + query + "&signature=" + signature`,
    ...send,
  ].join('\n');
}

function writeGo({ origin, call, path, query, isSigned, headers }: Parts): string {
  const usesOs = isSigned || headers.some(([, value]) => value === 'KEY');
  const modules = [
    ...(isSigned ? ['crypto/hmac', 'crypto/sha256'] : []),
    'fmt',
    'io',
    'net/http',
    ...(usesOs ? ['os'] : []),
    ...(call.bodyExample === '' ? [] : ['strings']),
    ...(isSigned ? ['time'] : []),
  ];
  const url = isSigned
    ? [
        `\tstart := "${query && `${query}&`}"`,
        '\tquery := fmt.Sprintf("%stimestamp=%d", start, time.Now().UnixMilli())',
        '\tmac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))',
        '\tmac.Write([]byte(query))',
        `\turl := fmt.Sprintf("%s?%s&signature=%x", "${origin}${path}", query, mac.Sum(nil))`,
      ]
    : [`\turl := "${origin}${path}${query && `?${query}`}"`];
  const body = call.bodyExample === '' ? 'nil' : `strings.NewReader(\`${call.bodyExample}\`)`;
  return [
    'package main',
    '',
    'import (',
    ...modules.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...url,
    `\trequest, err := http.NewRequest("${call.method}", url, ${body})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, value]) => {
      return `\trequest.Header.Set("${name}", ${value === 'KEY' ? 'os.Getenv("KEY")' : value})`;
    }),
    '\tanswer, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer answer.Body.Close()',
    '\tbody, _ := io.ReadAll(answer.Body)',
    '\tfmt.Println(string(body))',
    '}',
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
  return writers[language]({
    origin,
    call,
    path: examplePath(call),
    query: exampleQuery(call),
    isSigned: call.role.startsWith('key_'),
    headers: listHeaders(call),
  });
}
