// A program: what a commit alone takes on the database of a running server, asked now and then
// between other measurements. Reads how many from each line of its input and prints one line of
// milliseconds for each. Not here: what it is compared with (packages/bench/src/latency).
import process from 'node:process';
import { createInterface } from 'node:readline';
import { readSettings } from '../../base/config/index.ts';
import { openDatabase, type OwnSession } from '../../base/db/index.ts';
import { readDatabaseAddress } from '../../base/db/of-settings.ts';

/** A row of one order: its command, and the hash of what it did. */
const COMMAND = Buffer.alloc(100, 7);
const HASH = Buffer.alloc(32, 7);
const table = 'CREATE TABLE IF NOT EXISTS bare_commits (LIKE journal INCLUDING ALL)';
const insert = {
  name: 'bare-commit',
  text: `INSERT INTO bare_commits (engine_id, first_sequence, count, era, codec_version,
    core_time_ms, commands, event_hash, row_hash, previous_hash)
    VALUES (1, $1, 1, 1, 1, 0, $2, $3, $3, $3)`,
};

async function measure(session: OwnSession, from: number, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const startedMs = performance.now();
    await session.execute(insert, [from + place, COMMAND, HASH]);
    times.push(performance.now() - startedMs);
  }
  return times;
}

const database = openDatabase({
  address: await readDatabaseAddress(readSettings()),
  role: 'owner',
  applicationName: 'isobath bench',
  sessionsMax: 1,
});
const session = await database.openSession();
await session.execute(table);
console.log('ready');
let sequence = 1;
for await (const line of createInterface({ input: process.stdin })) {
  const count = Number(line);
  console.log(JSON.stringify(await measure(session, sequence, count)));
  sequence += count;
}
await session.execute('DROP TABLE bare_commits');
await session.close();
await database.close();
