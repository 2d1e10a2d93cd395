// Things that Alice owns, made one by one, and whether they are still hers and as they were.
// It tries no right. Used by walk.ts.

import { randomBytes } from 'node:crypto';
import { waitFor } from '../testing/wait.ts';
import { type Answer, signQuery, type Fixture } from './fixture.ts';

/** One thing: the number or name by which a request can mean it. */
export interface Thing {
  readonly id: string;
  /** A number or name of the same kind that nothing has. */
  readonly unknownId: string;
  /** What the owner sees of it; a change of it shows here. */
  look(): Promise<string>;
}

const restingOrder = { symbol: 'btc_usdt', side: 'buy', type: 'limit', quantity: '0.01' };
const market = { price: '20000', farPrice: '60000' };

/** The same for the words of the trading API. */
function completeApiOrder(shape: Record<string, unknown>): void {
  shape['symbol'] = 'BTCUSDT';
  if ('newQty' in shape) shape['newQty'] = '0.005';
  if (!('side' in shape && 'type' in shape)) return;
  const order = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };
  Object.assign(shape, order, { price: market.price });
}

/** Complete what a sample leaves out, so that the owner's request would be carried out. */
export function completeOrder(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const shape = value as Record<string, unknown>;
  if ('ipList' in shape) shape['ipList'] = [];
  const isNamed = 'clientOrderId' in shape && !('side' in shape);
  if (isNamed || shape['symbol'] === 'x') shape['symbol'] = restingOrder.symbol;
  if (/^[A-Z0-9]+$/.test(String(shape['symbol'] ?? 'x'))) completeApiOrder(shape);
  else if ('symbol' in shape && 'side' in shape) {
    Object.assign(shape, restingOrder, { price: market.price });
  } else if ('quantity' in shape) shape['quantity'] = '0.005';
  for (const inner of Object.values(shape)) completeOrder(inner);
}

async function must(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { code, text, data } = await answer;
  if (code !== 200) throw new Error(`a thing could not be made: ${text}`);
  return data as Record<string, unknown>;
}

/** Make things for Alice on a world. */
export function createThings(fixture: Fixture) {
  const { alice, bob, database } = fixture;
  const post = (who: typeof alice, url: string, body: object) =>
    must(fixture.call({ method: 'POST', url, headers: fixture.own(who), body }));

  const readOrder = async (query: string): Promise<string> => {
    const headers = fixture.own(alice);
    const url = `/hk-web/spot/order?${query}`;
    // Rows of orders are written a moment after the answer.
    return waitFor(`the order ${query}`, async () => {
      const { code, data } = await fixture.call({ method: 'GET', url, headers });
      if (code !== 200) return false;
      const { status, quantity, price } = data as Record<string, unknown>;
      return JSON.stringify({ status, quantity, price });
    });
  };

  async function makeOrder(): Promise<Thing> {
    const body = { ...restingOrder, price: market.price };
    const { orderId } = await post(alice, '/hk-web/spot/order/place', body);
    const look = () => readOrder(`orderId=${orderId}`);
    return { id: String(orderId), unknownId: '9007199254740000', look };
  }

  async function makeAmended(): Promise<Thing> {
    const order = await makeOrder();
    await post(alice, '/hk-web/spot/order/amend', { orderId: order.id, quantity: '0.005' });
    await waitFor('the amended size', async () => (await order.look()).includes('"0.005'));
    return order;
  }

  async function makeNamed(): Promise<Thing> {
    const id = `alice-${randomBytes(8).toString('hex')}`;
    const body = { ...restingOrder, price: market.price, clientOrderId: id };
    await post(alice, '/hk-web/spot/order/place', body);
    return {
      id,
      unknownId: 'nobody-has-this',
      look: () => readOrder(`symbol=${restingOrder.symbol}&clientOrderId=${id}`),
    };
  }

  async function makeList(): Promise<Thing> {
    const working = { ...restingOrder, price: market.price };
    const legs = [working, { ...working, side: 'sell', price: market.farPrice }];
    const made = await post(alice, '/hk-web/spot/orderList/place', { type: 'OTO', legs });
    const orders = made['orders'] as { orderId: string }[];
    const look = async () =>
      (await Promise.all(orders.map(({ orderId }) => readOrder(`orderId=${orderId}`)))).join();
    return { id: String(made['listId']), unknownId: '9007199254740000', look };
  }

  /** An order that traded: the same size against Bob's. */
  async function makeFilled(): Promise<Thing> {
    const sell = { ...restingOrder, side: 'sell', price: market.farPrice };
    const { orderId } = await post(alice, '/hk-web/spot/order/place', sell);
    await post(bob, '/hk-web/spot/order/place', { ...sell, side: 'buy' });
    const look = () => readOrder(`orderId=${orderId}`);
    await waitFor('the fill', async () => (await look()).includes('"FILLED"'));
    return { id: String(orderId), unknownId: '9007199254740000', look };
  }

  async function makeSession(): Promise<Thing> {
    await fixture.makeSession(alice.ownerId);
    const [{ id }] = await database.query<{ id: number }>(
      'SELECT max(session_id) AS id FROM sessions',
    );
    const look = async () => {
      const sql = 'SELECT ended_at FROM sessions WHERE session_id = $1';
      return JSON.stringify(await database.query(sql, [id]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  async function makePasskey(): Promise<Thing> {
    const id = randomBytes(16).toString('base64url');
    await database.execute(
      `INSERT INTO passkeys (credential_id, owner_id, public_key, counter, transports, name)
       VALUES ($1, $2, '\\x00', 0, '{}', 'alice-passkey')`,
      [id, alice.ownerId],
    );
    const look = async () => {
      const sql = 'SELECT name FROM passkeys WHERE credential_id = $1';
      return JSON.stringify(await database.query(sql, [id]));
    };
    return { id, unknownId: 'AAAAAAAAAAAAAAAAAAAAAA', look };
  }

  async function makeKey(): Promise<Thing> {
    const name = randomBytes(32).toString('hex');
    const [{ id }] = await database.query<{ id: number }>(
      `INSERT INTO api_keys (api_key, owner_id, kind, public_key, label, permissions, ip_list,
         created_at) VALUES ($1, $2, 'ed25519', '', 'alice-key', '{read}', '{}', now())
       RETURNING key_id AS id`,
      [name, alice.ownerId],
    );
    const look = async () => {
      const sql = 'SELECT label, permissions, revoked_at FROM api_keys WHERE key_id = $1';
      return JSON.stringify(await database.query(sql, [id]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  async function makeMessage(): Promise<Thing> {
    const [{ id }] = await database.query<{ id: number }>(
      `INSERT INTO notices (owner_id, kind, module_code, submodule_code, facts, source_key, at_ms)
       VALUES ($1, 'welcome', 1, 112, '{}', $2, 1) RETURNING notice_id AS id`,
      [alice.ownerId, randomBytes(8).toString('hex')],
    );
    const look = async () => {
      const sql = 'SELECT read_at_ms FROM notices WHERE notice_id = $1';
      return JSON.stringify(await database.query(sql, [id]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  async function makeAlert(): Promise<Thing> {
    const terms = { symbol: 'btc_usdt', alertType: 1, alertValue: '90000' };
    const body = { ...terms, windowMinutes: 0, repeat: 'once' };
    const { id } = await post(alice, '/hk-web/inmail/priceAlert', body);
    const look = async () => {
      const sql = 'SELECT owner_id FROM price_alerts WHERE alert_id = $1';
      return JSON.stringify(await database.query(sql, [String(id)]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  async function makePicture(): Promise<Thing> {
    const [{ id }] = await database.query<{ id: number }>(
      `INSERT INTO feedback_pictures (owner_id, type, content, created_at_ms)
       VALUES ($1, 'image/png', '\\x89504e470d0a1a0a', 1) RETURNING picture_id AS id`,
      [alice.ownerId],
    );
    const look = async () => {
      const sql = 'SELECT owner_id, feedback_id FROM feedback_pictures WHERE picture_id = $1';
      return JSON.stringify(await database.query(sql, [id]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  async function makeTalkFile(): Promise<Thing> {
    const file = { name: 'alice-file.txt', data: btoa('alice-words') };
    const { messages } = await post(alice, '/hk-web/service/say', { line: 3, file });
    const id = (messages as { file: { id: number } | null }[]).at(-1)?.file?.id;
    const look = async () => {
      const sql = 'SELECT name, content FROM service_files WHERE file_id = $1';
      return JSON.stringify(await database.query(sql, [id as number]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  /** Custody fills the pool when the server has been ready for a moment. */
  async function makeDepositAddress(): Promise<Thing> {
    const made = await waitFor('an address to deposit to', async () => {
      const url = '/hk-web/recharge/coin_address';
      const body = { coinId: 52, networkId: 101 };
      const answer = await fixture.call({ method: 'POST', url, headers: fixture.own(alice), body });
      return answer.code === 200 && (answer.data as { addressId: number });
    });
    const id = made.addressId;
    await database.execute(
      `UPDATE deposit_addresses SET remark = 'alice-words', is_selected = false
       WHERE address_id = $1`,
      [id],
    );
    const look = async () => {
      const sql =
        'SELECT owner_id, remark, is_selected FROM deposit_addresses WHERE address_id = $1';
      return JSON.stringify(await database.query(sql, [id]));
    };
    return { id: String(id), unknownId: '999999999', look };
  }

  /** Networks are there once the local chains have started. */
  async function makeSavedAddress(): Promise<Thing> {
    const name = randomBytes(20).toString('hex');
    const row = await waitFor('a saved address', async () => {
      const [made] = await database.query<{ id: number }>(
        `INSERT INTO withdraw_addresses
           (owner_id, network_id, address, remark, saved_at_ms, usable_at_ms)
         SELECT $1, network_id, $2, 'alice-words', 1, 1 FROM networks ORDER BY network_id LIMIT 1
         RETURNING saved_id AS id`,
        [alice.ownerId, name],
      );
      return made ?? false;
    });
    const look = async () => {
      const sql = 'SELECT owner_id, remark FROM withdraw_addresses WHERE saved_id = $1';
      return JSON.stringify(await database.query(sql, [row.id]));
    };
    return { id: String(row.id), unknownId: '999999999', look };
  }

  /** One that was taken back: taking it back again changes nothing. */
  async function makeWithdrawal(): Promise<Thing> {
    const name = randomBytes(8).toString('hex');
    const row = await waitFor('a withdrawal', async () => {
      const [made] = await database.query<{ id: number }>(
        `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
           amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
           take_intent_id, asked_at_ms, changed_at_ms)
         SELECT $1, $2, '', 52, network_id, 'alice-words', 1, 1, 0, 1, 1, 1, 'cancelled',
           -1 - (SELECT count(*) FROM withdrawals), 1, 1 FROM networks ORDER BY network_id LIMIT 1
         RETURNING withdrawal_id AS id`,
        [alice.ownerId, name],
      );
      return made ?? false;
    });
    const look = async () => {
      const sql = 'SELECT owner_id, state FROM withdrawals WHERE withdrawal_id = $1';
      return JSON.stringify(await database.query(sql, [row.id]));
    };
    return { id: String(row.id), unknownId: '999999999', look };
  }

  /** The name of a list is made from its number. */
  async function makeListName(): Promise<Thing> {
    const list = await makeList();
    const { status, text } = await fixture.call({
      method: 'GET',
      url: `/api/v3/orderList?${signQuery(`orderListId=${list.id}`, alice.key)}`,
      headers: { 'x-mbx-apikey': alice.key.apiKey },
    });
    if (status !== 200) throw new Error(`no list is found: ${text}`);
    const { listClientOrderId } = JSON.parse(text) as { listClientOrderId: string };
    const unknownId = listClientOrderId.replace(list.id, '9007199254740000');
    return { ...list, id: listClientOrderId, unknownId };
  }

  const makers: Readonly<Record<string, () => Promise<Thing>>> = {
    order: makeOrder,
    amended: makeAmended,
    name: makeNamed,
    list: makeList,
    listName: makeListName,
    filled: makeFilled,
    session: makeSession,
    passkey: makePasskey,
    key: makeKey,
    talkFile: makeTalkFile,
    message: makeMessage,
    alert: makeAlert,
    picture: makePicture,
    depositAddress: makeDepositAddress,
    savedAddress: makeSavedAddress,
    withdrawal: makeWithdrawal,
  };
  return {
    /**
     * Make a thing of a kind.
     *
     * @throws when the table of rights names a kind that nobody can make.
     */
    make(kind: string): Promise<Thing> {
      const make = makers[kind];
      if (make === undefined) throw new Error(`no ${kind} can be made: tools/access/things.ts`);
      return make();
    },
  };
}
