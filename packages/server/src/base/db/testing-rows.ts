// A program: carries one statement out on the embedded database of a data folder, as its owner, and
// prints the rows. Gets the folder as its word, `{statement, values}` as JSON on standard input.
// It is not part of the product. Started by journeys, whose rows no call makes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { embeddedAddress, embeddedFolder } from './address.ts';

const folder = process.argv[2] ?? '';
const password = (await readFile(join(folder, 'secrets', 'database-owner'), 'utf8')).trim();
const { socketFolder, port, database, roles } = embeddedAddress(embeddedFolder(folder), {
  owner: password,
  app: '',
});
const client = new Client({
  host: socketFolder ?? '',
  port,
  database,
  user: roles.owner.name,
  password,
});
await client.connect();
const { statement, values } = JSON.parse(await text(process.stdin)) as {
  statement: string;
  values: unknown[];
};
const { rows } = await client.query(statement, values);
process.stdout.write(JSON.stringify(rows));
await client.end();
