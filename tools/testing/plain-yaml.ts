// Reads the plain part of YAML that our deployment files keep to: maps and lists by indentation,
// flow lists and maps of one line, texts. Whatever else stands there is refused, so that no file
// means something else to a reader of all of YAML. Used by tests.

interface Line {
  readonly indent: number;
  readonly text: string;
}

function fail(text: string): never {
  throw new Error(`not plain: ${text}`);
}

function readScalar(text: string): unknown {
  const quoted = /^"([^"\\]*)"$/.exec(text);
  if (quoted) return quoted[1];
  if (text.startsWith('{') && text.endsWith('}')) return readPairs(text.slice(1, -1));
  if (text.startsWith('[') && text.endsWith(']')) {
    return text
      .slice(1, -1)
      .split(',')
      .map((one) => readScalar(one.trim()));
  }
  if (/^[&*!|>%@`"'{[]/.test(text)) fail(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}

function readPairs(text: string): object {
  // A comma inside of quotes belongs to its text.
  const pairs = text.match(/(?:[^,"]|"[^"]*")+/g) ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = fail(pair), value = ''] = /^\s*([\w-]+): (.+?)\s*$/.exec(pair) ?? [];
      return [name, readScalar(value)];
    }),
  );
}

/** Read one block; takes its lines away. */
function readBlock(lines: Line[], indent: number): unknown {
  if (lines[0]?.text.startsWith('- ') === true) {
    const list: unknown[] = [];
    while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
      const [{ text }] = lines as [Line];
      const rest = text.slice(2);
      if (/^[\w.-]+:( |$)/.test(rest)) {
        lines[0] = { indent: indent + 2, text: rest };
        list.push(readBlock(lines, indent + 2));
      } else {
        lines.shift();
        list.push(readScalar(rest));
      }
    }
    return list;
  }
  const map: Record<string, unknown> = {};
  while (lines[0]?.indent === indent) {
    const { text } = lines.shift() as Line;
    const [, name = fail(text), value = ''] = /^([\w.-]+):(?: (.+))?$/.exec(text) ?? [];
    if (name in map) fail(`${name} stands twice`);
    const below = lines[0]?.indent ?? 0;
    if (value !== '') map[name] = readScalar(value);
    else map[name] = below > indent ? readBlock(lines, below) : null;
  }
  return map;
}

/** Read a file's text. @errors whatever is not plain, with its line. */
export function parsePlainYaml(text: string): unknown {
  if (text.includes('\t')) fail('a tab');
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));
  const read = readBlock(lines, 0);
  if (lines.length > 0) fail(lines[0]?.text ?? '');
  return read;
}
