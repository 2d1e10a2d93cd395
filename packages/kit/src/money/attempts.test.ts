import { ApiError, NetworkError } from '@isobath/sdk';
import { expect, it } from 'vitest';
import { confirmFirst, createAttempts } from './attempts.ts';

const refuse = (reject: string, status = 200) =>
  new ApiError({ code: 1, status, message: 'No.', reject });

/** A form whose calls end as listed, and the keys that they went with. */
function makeForm(outcomes: readonly (string | Error)[]) {
  const keys: string[] = [];
  const rest = [...outcomes];
  let count = 0;
  const attempts = createAttempts(() => `key ${(count += 1)}`);
  const send = (request: unknown) =>
    attempts.send(request, (key) => {
      keys.push(key);
      const next = rest.shift() ?? '';
      return typeof next === 'string' ? Promise.resolve(next) : Promise.reject(next);
    });
  return { send, keys };
}

it('sends what is unchanged with the same key until somebody answers', async () => {
  const silence = new NetworkError('');
  const lost = refuse('outcome_unknown', 503);
  const { send, keys } = makeForm([silence, lost, refuse('internal', 500), 'moved', 'moved']);
  const request = { amount: '5' };
  expect([await send(request), await send(request), await send(request)]).toEqual(
    Array.from({ length: 3 }, () => ({ kind: 'unknown' })),
  );
  expect(await send(request)).toEqual({ kind: 'done', answer: 'moved' });
  // Answered: the same once more is another request.
  await send(request);
  expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 2']);
});

it('takes another key when the request is another, and after a refusal', async () => {
  const { send, keys } = makeForm([new NetworkError(''), refuse('balance_too_low'), 'moved']);
  await send({ amount: '5' });
  expect(await send({ amount: '6' })).toMatchObject({ kind: 'refused' });
  await send({ amount: '6' });
  expect(keys).toEqual(['key 1', 'key 2', 'key 3']);
});

it('says a refusal of a closed exchange, and keeps the key all the same', async () => {
  const { send, keys } = makeForm([refuse('halted', 503), 'moved']);
  expect(await send({})).toMatchObject({ kind: 'refused', refusal: { reject: 'halted' } });
  await send({});
  expect(keys).toEqual(['key 1', 'key 1']);
});

it('asks for a confirmation that is wanted, and does the work once more after it', async () => {
  const wanted = refuse('step_up_needed', 403);
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries === 1) throw wanted;
    return 'done';
  };
  expect(await confirmFirst(work, async () => {})).toBe('done');
  tries = 0;
  const decline = () => Promise.reject(new Error('closed'));
  await expect(confirmFirst(work, decline)).rejects.toBe(wanted);
  await expect(
    confirmFirst(
      () => Promise.reject(refuse('halted')),
      async () => {},
    ),
  ).rejects.toMatchObject({ reject: 'halted' });
});
