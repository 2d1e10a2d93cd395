// Calls of help, announcements, official channels, feedback and the inbox: each answers what its
// rows say, in the envelope, and another thing once a row changed. Over HTTP, real database.
import { locales } from '@isobath/texts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  contentRoutes,
  editingRoutes,
  feedbackRoutes,
  inboxRoutes,
  type OperatorRole,
  type Route,
  taskRoutes,
} from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuditLog, createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { createNotificationStart, createNotificationWriter } from './base/notifications/index.ts';
import { smallPng } from './base/pictures/testing.ts';
import { createSessions } from './base/sessions/index.ts';
import { translatePlainly } from './edge/answer.ts';
import { createEdge } from './edge/http.ts';
import { loadTranslate } from './edge/translate.ts';
import { migrations } from './migrations.ts';
import { answerFeedback } from './products/content/feedback/feedback.ts';
import {
  createArticles,
  createContentRoutes,
  createEditorRoutes,
  createFeedbackRoutes,
  seedContent,
  publishAnnouncements,
} from './products/content/index.ts';
import {
  addArticle,
  addVersion,
  hideLanguage,
  setTerm,
  showVersion,
} from './products/content/editing.ts';
import * as inbox from './products/inbox/index.ts';
import { readWebConfig } from './products/site/index.ts';
import { createAnswerWitness } from './testing/answer-witness.ts';
import { specifiedCalls } from './testing/specified-calls.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const OWNER = 1_000_007;
const OTHER = 1_000_008;
const ours = { origin: ORIGIN, 'x-requested-with': 'isobath', 'sec-fetch-site': 'same-origin' };
const picture = smallPng.toString('base64');

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let app: FastifyInstance;
let folder: string;
let audit: AuditLog;
const cookies = new Map<number, string>();
const witness = createAnswerWitness();
let nowMs = 1_000_000;
let minutesCount = 0;
const readNowMs = () => nowMs;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const sessions = createSessions(database.app, Date.now);
  for (const ownerId of [OWNER, OTHER]) {
    const { token } = await sessions.create({ ownerId, ip: '::1', device: 'test' });
    cookies.set(ownerId, `__Host-session=${token}`);
  }
  await seedContent(database.app, { mode: 'sandbox', nowMs });
  folder = await mkdtemp(join(tmpdir(), 'isobath-content-'));
  audit = createAuditLog(database.app, {
    key: makeAuditKey('key of a test'),
    dataFolder: folder,
    readNowMs,
  });
  const articles = createArticles(database.app, readNowMs);
  app = createEdge({
    handlers: [
      ...createContentRoutes({
        database: database.app,
        mark: () => Buffer.from(network),
        articles,
        readNowMs,
        readChannels: async () => (await readWebConfig(database.app)).officialChannels,
      }),
      ...createFeedbackRoutes(database.app, readNowMs),
      ...createEditorRoutes({
        database: database.app,
        audit,
        readNowMs,
        shown: () => publishAnnouncements(database.app, nowMs),
      }),
      ...inbox.createInboxRoutes({
        messages: inbox.createMessages(database.app, readNowMs),
        alerts: undefined as never,
        watch: undefined as never,
        translate: await loadTranslate('inbox'),
        publish: async () => {},
      }),
      ...inbox.createTaskRoutes(
        inbox.createTasks({
          database: database.app,
          readFacts: async () => ({ email: 5, secondFactor: 0, money: 0, trade: 0 }),
          links: { email: '/a', secondFactor: '/b', money: '/c', trade: '/d' },
          readNowMs,
        }),
      ),
    ],
    sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    readOperator: async (headers) => {
      const role = headers['x-role'] as OperatorRole | undefined;
      return role && { operatorId: 7, sessionId: 1, email: 'editor@example.com', role };
    },
    mode: 'sandbox',
    // Each test has a minute of its own: together they ask more than one caller may in one.
    readNowMs: () => Date.now() + minutesCount * 60_000,
    report: (error) => console.error(error),
  });
});
beforeEach(() => {
  minutesCount += 1;
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a guest's network counts as today. */
let network = '';

interface Ask {
  /** Network of a guest; without one each browser has its own. */
  readonly network?: string;
  /** The browser of a guest: the last digit of its mark, or a mark of somebody's own making. */
  readonly visitor?: string;
  readonly query?: Record<string, string>;
  readonly payload?: unknown;
  readonly ownerId?: number;
  readonly locale?: string;
  readonly role?: OperatorRole;
}

/** Call a route; a good answer must have the shape that the route promises. */
async function ask(route: Route, requested: Ask = {}) {
  const { query, payload, ownerId, locale, role, visitor = '1' } = requested;
  network = requested.network ?? visitor;
  const mark = visitor.length === 1 ? `00000000-0000-4000-8000-00000000000${visitor}` : visitor;
  const cookie = { cookie: `__Host-visitor=${mark}; ${cookies.get(ownerId ?? 0) ?? ''}` };
  const answer = await app.inject({
    method: route.method,
    url: route.path,
    headers: {
      ...ours,
      ...cookie,
      'x-locale': locale ?? 'en_US',
      ...(role === undefined ? {} : { 'x-role': role, cookie: `__Secure-office=${role}` }),
    },
    ...(query === undefined ? {} : { query }),
    ...(route.method === 'GET' ? {} : { payload: (payload ?? {}) as object }),
  });
  const { code, data } = answer.json();
  if (code === 200) expect(route.answer.parse(data)).toEqual(data);
  witness.hear(route, { query, payload, ownerId, locale, role }, { code, data });
  return { code, data };
}

const find = (query: Record<string, string>, locale?: string) =>
  ask(contentRoutes.articles, { query, ...(locale === undefined ? {} : { locale }) });
const codesOf = ({ data }: { data: { list: { code: string }[] } }) =>
  data.list.map(({ code }) => code);

async function write(code: string, categoryId: number, locale: string, body: string) {
  return database.app.transaction(async (session) => {
    const frame = { code, categoryId, isPinned: false, place: 1 };
    const articleId =
      (await addArticle(session, frame)) ??
      (
        await session.query<{ id: number }>(
          'SELECT article_id AS id FROM content_articles WHERE code = $1',
          [code],
        )
      )[0].id;
    const text = { title: `${code} ${locale}`, summary: 'In short.', body };
    const version = await addVersion(session, {
      articleId,
      locale,
      ...text,
      author: 'operator:1',
      atMs: nowMs,
    });
    await showVersion(session, { articleId, locale, version: version ?? 0 });
    return articleId;
  });
}

test('the release brings articles of at least four topics, in every language', async () => {
  const topics = await ask(contentRoutes.categories, { query: { kind: 'help' } });
  const filled = topics.data.filter((topic: { articleCount: number }) => topic.articleCount > 0);
  expect(filled.length).toBeGreaterThanOrEqual(4);
  for (const locale of locales) {
    const { data } = await find({ kind: 'help', pageSize: '100' }, locale);
    expect(data.totalCount).toBeGreaterThanOrEqual(12);
    for (const row of data.list) expect(row.locale).toBe(locale);
  }
  expect((await ask(contentRoutes.article, { query: { code: '1' } })).code).toBe(200);
});

test.each(locales)('every article of the release is read whole in %s', async (locale) => {
  const { data } = await find({ pageSize: '100' });
  const known = new Set(codesOf({ data }));
  for (const code of known) {
    const { data: one } = await ask(contentRoutes.article, { query: { code }, locale });
    expect([code, one.locale]).toEqual([code, locale]);
    expect(one.blocks.length).toBeGreaterThan(3);
    for (const [, led] of JSON.stringify(one.blocks).matchAll(/article\?code=([\w-]+)/g)) {
      expect(known).toContain(led);
    }
    expect(JSON.stringify(one.blocks)).not.toMatch(/\]\(|\*\*[a-z]/);
  }
});

test('a second start changes nothing, and never writes over what an operator wrote', async () => {
  const count = async () =>
    (await database.app.query<{ n: number }>('SELECT count(*) AS n FROM content_versions'))[0].n;
  const before = await count();
  await seedContent(database.app, { mode: 'sandbox', nowMs });
  expect(await count()).toBe(before);
  await write('passkeys', 4, 'en_US', 'The operator’s own words.');
  await database.app.execute("UPDATE content_seeds SET hash = 'older' WHERE code = 'passkeys'");
  await seedContent(database.app, { mode: 'sandbox', nowMs });
  const { data } = await ask(contentRoutes.article, { query: { code: 'passkeys' } });
  expect(data.title).toBe('passkeys en_US');
  expect(await count()).toBe(before + 1 + locales.length);
});

test('words are found by their stem, their beginning and without spaces', async () => {
  expect(codesOf(await find({ keyword: 'withdrawing bots' }))).toContain('api-keys');
  expect(codesOf(await find({ keyword: 'authenti' }))[0]).toBe('two-factor');
  expect(codesOf(await find({ keyword: '划转' }, 'zh_CN'))[0]).toBe('transfers');
  const { data } = await find({ keyword: 'trailing' });
  expect(data.list[0].excerpt).toMatch(/trailing/i);
  expect((await find({ keyword: "') unheard:*&|! --" })).data.totalCount).toBe(0);
  expect((await find({ keyword: '%%__' })).data.totalCount).toBe(0);
});

test('a language without words shows English and says so, until it has its own', async () => {
  const read = async () =>
    (await ask(contentRoutes.article, { query: { code: 'fallback' }, locale: 'de_DE' })).data;
  const articleId = await write('fallback', 1, 'en_US', 'English.');
  await setTerm(database.app, articleId, { publishAtMs: 0, takeDownAtMs: null });
  expect(await read()).toMatchObject({ locale: 'en_US', locales: ['en_US'] });
  await write('fallback', 1, 'de_DE', 'Deutsch.');
  expect(await read()).toMatchObject({ locale: 'de_DE', locales: ['de_DE', 'en_US'] });
  await hideLanguage(database.app, articleId, 'de_DE');
  expect(await read()).toMatchObject({ locale: 'en_US' });
});

test('an article is shown from its time on and until its end, and a draft never', async () => {
  const read = async () => (await ask(contentRoutes.article, { query: { code: 'zeppelin' } })).code;
  const articleId = await write('zeppelin', 1, 'en_US', 'Soon.');
  expect(await read()).toBe(10_005);
  await setTerm(database.app, articleId, { publishAtMs: nowMs + 10, takeDownAtMs: nowMs + 20 });
  expect(await read()).toBe(10_005);
  nowMs += 10;
  expect(await read()).toBe(200);
  expect(codesOf(await find({ keyword: 'zeppelin' }))).toEqual(['zeppelin']);
  nowMs += 10;
  expect(await read()).toBe(10_005);
  expect(codesOf(await find({ keyword: 'zeppelin' }))).toEqual([]);
});

test('official channels are what the rows say', async () => {
  expect((await ask(contentRoutes.channels)).data).toEqual([]);
  await database.app.execute(
    `UPDATE web_config SET value = '[{"kind": "phone", "value": "+1 555 0100", "name": "Desk"}]'
     WHERE name = 'officialChannels'`,
  );
  expect((await ask(contentRoutes.channels)).data).toEqual([
    { kind: 'phone', value: '+1 555 0100', name: 'Desk' },
  ]);
});

test('an announcement is told once, to everybody, in the reader’s language', async () => {
  const all = { moduleId: 2, submoduleId: 0, pageSize: 50, pageNum: 1 };
  const list = (locale: string) =>
    ask(inboxRoutes.messages, { ownerId: OWNER, payload: all, locale });
  await publishAnnouncements(database.app, nowMs);
  const { data: before } = await list('en_US');
  expect(before.totalCount).toBe(2);
  const articleId = await write('maintained', 12, 'en_US', 'Tonight.');
  await write('maintained', 12, 'zh_CN', '今晚。');
  await setTerm(database.app, articleId, { publishAtMs: nowMs + 5, takeDownAtMs: null });
  expect(await publishAnnouncements(database.app, nowMs)).toBe(0);
  nowMs += 5;
  expect(await publishAnnouncements(database.app, nowMs)).toBe(1);
  expect(await publishAnnouncements(database.app, nowMs)).toBe(0);
  const { data } = await list('zh_CN');
  expect(data.totalCount).toBe(3);
  expect(data.list[0]).toMatchObject({
    title: 'maintained zh_CN',
    moduleCode: 2,
    submoduleCode: 106,
    hasLink: true,
    supportCode: 'maintained',
    jumpLink: `/support/article?id=${articleId}&code=maintained`,
  });
  expect((await list('fr_FR')).data.list[0].title).toBe('maintained en_US');
  const mute = (isMuted: boolean) =>
    ask(inboxRoutes.writeMutes, { ownerId: OWNER, payload: { submoduleCode: 106, isMuted } });
  await mute(true);
  expect((await list('en_US')).data.totalCount).toBe(2);
  await mute(false);
  expect((await list('en_US')).data.totalCount).toBe(3);
  expect((await ask(contentRoutes.articles, { query: { kind: 'notice' } })).data.list[1].code).toBe(
    'maintained',
  );
});

test('who comes later has no old announcements to read', async () => {
  const unread = async (ownerId: number) =>
    (await ask(inboxRoutes.unreadCount, { ownerId })).data.countTotal;
  expect(await unread(OTHER)).toBeGreaterThan(0);
  await createNotificationStart(database.app)(OTHER);
  expect(await unread(OTHER)).toBe(0);
});

test('messages: counts, classes and marks follow the rows', async () => {
  const publish = createNotificationWriter(database.app);
  const read = async () => {
    const { data: count } = await ask(inboxRoutes.unreadCount, { ownerId: OTHER });
    const { data: classes } = await ask(inboxRoutes.classify, { ownerId: OTHER });
    const system = classes.find(({ code }: { code: number }) => code === 1);
    return [count.countTotal, system.unreadCount];
  };
  expect(await read()).toEqual([0, 0]);
  await publish({ ownerId: OTHER, kind: 'welcome', facts: {}, sourceKey: 'w', atMs: nowMs });
  expect(await read()).toEqual([1, 1]);
  const { data } = await ask(inboxRoutes.messages, { ownerId: OTHER, payload: { moduleId: 1 } });
  expect(data.list[0]).toMatchObject({ title: 'Welcome', read: false });
  const payload = { messageId: data.list[0].id, rangeType: 1 };
  const mark = () => ask(inboxRoutes.markRead, { ownerId: OTHER, payload });
  expect((await mark()).data).toEqual({ countTotal: 0 });
  expect(await read()).toEqual([0, 0]);
  await publish({ ownerId: OTHER, kind: 'reward', facts: {}, sourceKey: 'r', atMs: nowMs });
  expect((await mark()).data).toEqual({ countTotal: 1 });
  const all = { ownerId: OTHER, payload: { rangeType: 0 } };
  expect((await ask(inboxRoutes.markRead, all)).data).toEqual({ countTotal: 0 });
});

test('tasks of newcomers follow what the account shows and what stands in their rows', async () => {
  const ownerId = OWNER;
  const read = async () => (await ask(taskRoutes.newbieTasks, { ownerId })).data.list;
  const [email, factor] = await read();
  expect(email).toMatchObject({ code: 'email', status: 'done', receiveStatus: 0, doneTime: 5 });
  expect(factor).toMatchObject({ code: 'secondFactor', status: 'open', receiveStatus: 0 });
  const payload = { taskId: 2 };
  expect((await ask(taskRoutes.receiveTask, { ownerId, payload })).code).toBe(10_001);
  const insert = 'INSERT INTO newbie_tasks (owner_id, code, done_at_ms) VALUES ($1, $2, 9)';
  await database.app.execute(insert, [ownerId, 'secondFactor']);
  expect((await read())[1]).toMatchObject({ status: 'done', receiveStatus: 0, doneTime: 9 });
  expect((await ask(taskRoutes.receiveTask, { ownerId, payload })).data.receiveStatus).toBe(1);
  expect((await read())[1]).toMatchObject({ receiveStatus: 1, receivedTime: nowMs });
});

test('each of these calls answered one question in two ways', () => {
  expect(witness.listUnmoved(specifiedCalls['content-calls'])).toEqual([]);
});

const sent = { type: 'idea', text: 'A calendar of listings would help.', contact: 'me' };

test('feedback is kept with its pictures, and its answer reaches page and inbox', async () => {
  const add = (content: string, type = 'image/png') =>
    ask(feedbackRoutes.addPicture, { ownerId: OWNER, payload: { type, content } });
  const { data: added } = await add(picture);
  expect((await add(picture, 'image/jpeg')).code).toBe(10_001);
  expect((await add(Buffer.from('<svg onload=x>').toString('base64'))).code).toBe(10_001);
  const payload = { ...sent, pictureIds: [added.pictureId] };
  const stolen = await ask(feedbackRoutes.sendFeedback, { ownerId: OTHER, payload });
  expect(stolen.code).toBe(10_005);
  const { data } = await ask(feedbackRoutes.sendFeedback, { ownerId: OWNER, payload });
  expect(data).toMatchObject({ ...payload, state: 'received', answer: '' });
  const query = { pictureId: added.pictureId };
  const shown = await ask(feedbackRoutes.picture, { ownerId: OWNER, query });
  expect(shown.data).toEqual({ type: 'image/png', content: picture });
  expect((await ask(feedbackRoutes.picture, { ownerId: OTHER, query })).code).toBe(10_005);
  const twice = await ask(feedbackRoutes.sendFeedback, { ownerId: OWNER, payload });
  expect(twice.code).toBe(10_005);
  await database.app.transaction((session) =>
    answerFeedback(session, { feedbackId: Number(data.id), answer: 'It comes.', nowMs }),
  );
  const { data: rows } = await ask(feedbackRoutes.feedback, { ownerId: OWNER });
  expect(rows[0]).toMatchObject({ state: 'answered', answer: 'It comes.', answeredTime: nowMs });
  const messages = await ask(inboxRoutes.messages, { ownerId: OWNER, payload: { moduleId: 1 } });
  expect(messages.data.list[0]).toMatchObject({
    content: 'Our reply: It comes.',
    jumpLink: '/userfeedback?tab=feedbackTab',
  });
});

test('ten a day and no more, also when they come at once; a guest sends none', async () => {
  const send = (ownerId?: number) =>
    ask(feedbackRoutes.sendFeedback, {
      payload: sent,
      ...(ownerId === undefined ? {} : { ownerId }),
    });
  expect((await send()).code).toBe(10_002);
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(OTHER)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 10_015)).toHaveLength(2);
  nowMs += 86_400_001;
  expect((await send(OTHER)).code).toBe(200);
});

test('an editor writes, shows, schedules and restores; each act is in the chain', async () => {
  const edit = (route: Route, payload: unknown) => ask(route, { payload, role: 'content' });
  const words = { title: 'Edited', summary: 'S.', body: '# One' };
  const frame = { code: 'edited-here', categoryId: 1, locale: 'en_US' };
  const { data: made } = await edit(editingRoutes.addArticle, { ...frame, ...words });
  expect((await edit(editingRoutes.addArticle, { ...frame, ...words })).code).toBe(10_001);
  const { articleId } = made;
  const base = { articleId, locale: 'en_US' };
  const body = { ...base, ...words, title: 'Edited anew', baseVersion: 1 };
  expect((await edit(editingRoutes.saveVersion, body)).data).toEqual({ version: 2 });
  expect((await edit(editingRoutes.saveVersion, body)).code).toBe(10_001);
  await edit(editingRoutes.showVersion, { ...base, version: 2 });
  const read = async () => ask(contentRoutes.article, { query: { code: 'edited-here' } });
  expect((await read()).code).toBe(10_005);
  const term = { articleId, publishAt: nowMs, takeDownAt: 0 };
  await edit(editingRoutes.setTerm, term);
  expect((await read()).data.title).toBe('Edited anew');
  const restored = await edit(editingRoutes.restoreVersion, { ...base, version: 1 });
  expect(restored.data).toEqual({ version: 3 });
  expect((await read()).data.title).toBe('Edited anew');
  await edit(editingRoutes.showVersion, { ...base, version: 3 });
  expect((await read()).data.title).toBe('Edited');
  const place = { articleId, categoryId: 2, isPinned: true, place: 3 };
  await edit(editingRoutes.setFrame, place);
  expect((await read()).data).toMatchObject({ isPinned: true, categoryCode: 'trading' });
  await edit(editingRoutes.showVersion, { ...base, version: 0 });
  expect((await read()).code).toBe(10_005);
  const acts = (await audit.list({ limit: 20 })).filter(({ targetId }) => targetId === articleId);
  expect(acts.map(({ action }) => action).toReversed()).toEqual([
    'content_added',
    'content_saved',
    'content_shown',
    'content_term_set',
    'content_restored',
    'content_shown',
    'content_frame_set',
    'content_shown',
  ]);
  const { data: list } = await ask(editingRoutes.editorList, { role: 'content' });
  expect(list.articles.find((row: { code: string }) => row.code === 'edited-here')).toMatchObject({
    state: 'published',
    languages: [{ locale: 'en_US', shownVersion: 0, newestVersion: 3 }],
  });
});

test('who may only read cannot write, and feedback is answered by whoever may', async () => {
  const words = { title: 'T', summary: '', body: '' };
  const payload = { code: 'not-mine', categoryId: 1, locale: 'en_US', ...words };
  expect((await ask(editingRoutes.addArticle, { payload, role: 'viewer' })).code).toBe(10_004);
  expect((await ask(editingRoutes.addArticle, { payload })).code).toBe(10_002);
  const preview = await ask(editingRoutes.editorPreview, {
    payload: { body: '<script>x</script>' },
    role: 'viewer',
  });
  expect(preview.data.blocks[0].spans[0].text).toBe('<script>x</script>');
  const { data: rows } = await ask(editingRoutes.listFeedback, { role: 'support' });
  const answer = { feedbackId: Number(rows[0].id), answer: 'Thank you.' };
  const refused = await ask(editingRoutes.answerFeedback, { payload: answer, role: 'content' });
  expect(refused.code).toBe(10_004);
  await ask(editingRoutes.answerFeedback, { payload: answer, role: 'support' });
  const { data: own } = await ask(feedbackRoutes.feedback, { ownerId: rows[0].ownerId });
  expect(own[0]).toMatchObject({ answer: 'Thank you.', state: 'answered' });
});

test('each person and each browser has one vote on an article, and may change it', async () => {
  const code = 'two-factor';
  const vote = (isHelpful: boolean | null, who: Ask) =>
    ask(contentRoutes.setVote, { ...who, payload: { code, isHelpful } });
  const readOwn = async (who: Ask) =>
    (await ask(contentRoutes.vote, { ...who, query: { code } })).data.isHelpful;
  const count = async () => {
    const { data } = await ask(editingRoutes.editorList, { role: 'content' });
    const row = data.articles.find((one: { code: string }) => one.code === code);
    return [row.helpfulCount, row.unhelpfulCount];
  };
  expect(await count()).toEqual([0, 0]);
  await vote(true, { ownerId: OWNER });
  await vote(true, { ownerId: OWNER, visitor: '2' });
  await vote(true, { visitor: '1' });
  await vote(false, { visitor: '2' });
  expect(await count()).toEqual([2, 1]);
  await vote(false, { ownerId: OWNER });
  expect(await count()).toEqual([1, 2]);
  expect(await readOwn({ ownerId: OWNER })).toBe(false);
  expect(await readOwn({ visitor: '1' })).toBe(true);
  expect(await readOwn({ visitor: '3' })).toBe(null);
  await vote(null, { visitor: '1' });
  expect([await count(), await readOwn({ visitor: '1' })]).toEqual([[0, 2], null]);
  await database.app.execute('UPDATE content_votes SET is_helpful = true');
  expect([await count(), await readOwn({ visitor: '2' })]).toEqual([[2, 0], true]);
  // A mark that nobody gave is none: whoever makes their own is a new browser each time.
  await vote(false, { visitor: 'x'.repeat(8_000) });
  expect([await count(), await readOwn({ visitor: 'x'.repeat(8_000) })]).toEqual([[2, 1], null]);
  const draft = { code: 'nowhere', isHelpful: true };
  expect((await ask(contentRoutes.setVote, { payload: draft })).code).toBe(10_005);
});

test('of one network one guest’s vote on an article counts a day, the last', async () => {
  const code = 'two-factor';
  const vote = (isHelpful: boolean | null, visitor: string, place = 'cafe') =>
    ask(contentRoutes.setVote, { visitor, network: place, payload: { code, isHelpful } });
  const list = () =>
    database.app.query<{ voter: string; is_helpful: boolean }>(
      'SELECT right(voter, 1) AS voter, is_helpful FROM content_votes ORDER BY voter',
    );
  await database.app.execute('DELETE FROM content_votes');
  await Promise.all(['1', '2', '3', '4', '5'].map((visitor) => vote(true, visitor)));
  expect(await list()).toHaveLength(1);
  await vote(false, '6');
  expect(await list()).toEqual([{ voter: '6', is_helpful: false }]);
  await vote(true, '7', 'home');
  await vote(null, '8');
  expect(await list()).toHaveLength(2);
  // Another day: the network's mark is another one, the browser's vote still its only one.
  await vote(true, '6', 'cafe tomorrow');
  await vote(true, '9', 'cafe tomorrow');
  expect((await list()).map(({ voter }) => voter)).toEqual(['7', '9']);
});

test('an editor makes, names, orders and empties categories; a full one stays', async () => {
  const edit = (route: Route, payload: unknown) => ask(route, { payload, role: 'content' });
  const list = async (locale = 'en_US') =>
    (await ask(contentRoutes.categories, { query: { kind: 'help' }, locale })).data;
  const english = { locale: 'en_US', name: 'Whales', lead: 'Large ones.' };
  const body = { kind: 'help', code: 'whales', names: [english] };
  const { data: made } = await edit(editingRoutes.addCategory, body);
  expect((await edit(editingRoutes.addCategory, body)).code).toBe(10_001);
  const nameless = { ...body, code: 'other', names: [{ ...english, locale: 'de_DE' }] };
  expect((await edit(editingRoutes.addCategory, nameless)).code).toBe(10_001);
  const { categoryId } = made;
  const names = [english, { locale: 'de_DE', name: 'Wale', lead: 'Große.' }];
  await edit(editingRoutes.setCategoryNames, { categoryId, names });
  expect((await list('de_DE')).at(-1)).toMatchObject({ id: categoryId, name: 'Wale' });
  expect((await list('fr_FR')).at(-1)).toMatchObject({ name: 'Whales', lead: 'Large ones.' });
  const ids = (await list()).map(({ id }: { id: number }) => id);
  const order = (categoryIds: number[]) =>
    edit(editingRoutes.orderCategories, { kind: 'help', categoryIds });
  expect((await order(ids.slice(1))).code).toBe(10_001);
  await order([categoryId, ...ids.slice(0, -1)]);
  expect((await list())[0].id).toBe(categoryId);
  const { articleId } = (
    await edit(editingRoutes.addArticle, {
      ...english,
      code: 'orca',
      categoryId,
      title: 'O',
      summary: '',
      body: '',
    })
  ).data;
  expect((await edit(editingRoutes.removeCategory, { categoryId })).code).toBe(10_001);
  const elsewhere = { categoryId, toCategoryId: 12 };
  expect((await edit(editingRoutes.moveArticles, elsewhere)).code).toBe(10_001);
  const moved = await edit(editingRoutes.moveArticles, { categoryId, toCategoryId: ids[0] });
  expect(moved.data).toEqual({ movedCount: 1 });
  const { data: all } = await ask(editingRoutes.editorList, { role: 'content' });
  const row = all.articles.find((one: { articleId: number }) => one.articleId === articleId);
  expect(row.categoryId).toBe(ids[0]);
  expect((await edit(editingRoutes.removeCategory, { categoryId })).code).toBe(200);
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, -1));
  const acts = (await audit.list({ limit: 20 })).filter(({ targetId }) => targetId === categoryId);
  expect(acts.map(({ action }) => action).toReversed()).toEqual([
    'category_added',
    'category_named',
    'category_emptied',
    'category_removed',
  ]);
});

test('a removed category of the release stays away until a new article needs it', async () => {
  const edit = (route: Route, payload: unknown) => ask(route, { payload, role: 'content' });
  const has = async () => {
    const { data } = await ask(editingRoutes.editorList, { role: 'content' });
    return data.categories.some(({ code }: { code: string }) => code === 'events');
  };
  const { data } = await ask(editingRoutes.editorList, { role: 'content' });
  const { categoryId } = data.categories.find(({ code }: { code: string }) => code === 'events');
  await edit(editingRoutes.moveArticles, { categoryId, toCategoryId: 12 });
  expect((await edit(editingRoutes.removeCategory, { categoryId })).code).toBe(200);
  await seedContent(database.app, { mode: 'sandbox', nowMs });
  expect(await has()).toBe(false);
});
