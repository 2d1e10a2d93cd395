// Credits and debits without a chain, as they are kept: asked for with a document, then carried out
// line by line once another operator agreed. Each line is one command whose key is its number, and
// is marked together with its act, so that a fall between any two steps does nothing twice.
// Called by routes.ts and, for a request that was approved, by works.ts.
import { createHash } from 'node:crypto';
import { type PostingLine, type PostingRow, postingGrounds } from '@isobath/wire';
import { formatDecimal } from '@isobath/core/math';
import type { AgreedRequest, Approvals } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Seal } from '../../../base/credentials/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { CallRefusal, type OperatorCaller, refuse } from '../../../base/product/index.ts';
import { type Document, hashDocument, sealDocument } from './documents.ts';
import type { Direction, Line, LineChecks } from './lines.ts';

/** One line on its way into the engine. */
export interface Posting extends Line {
  readonly direction: Direction;
  readonly ground: (typeof postingGrounds)[number];
  readonly approvalId: number;
  readonly line: number;
}

/** What postings stand on. */
export interface PostingParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly seal: Seal;
  readonly markets: MarketRegistry;
  readonly checks: LineChecks;
  readonly approvals: () => Approvals;
  /**
   * Move the money of one line; the same line is moved once, however often it is sent.
   *
   * @returns the engine's step. @throws CallRefusal, with a sequence when the engine refused it.
   */
  readonly post: (posting: Posting) => Promise<{ seq: number }>;
}

/** What an operator asks for; the lines passed their check. */
export interface PostingRequest {
  readonly direction: Direction;
  readonly ground: Posting['ground'];
  readonly lines: readonly Line[];
  readonly document: Document;
  readonly reason: string;
}

interface HeadRow {
  direction: Direction;
  ground: Posting['ground'];
  content_hash: Buffer;
  document_name: string;
  document_type: Document['type'];
  sealed_document: Buffer;
  is_begun: boolean;
}

interface LineRow {
  line: number;
  owner_id: number;
  email: string | null;
  asset_id: number;
  units: string;
  state: PostingLine['state'];
  sequence: number;
  refusal: string;
}

const PAGE_ROWS = 50;
/** Lines on their way into the engine, and marked, at the same time. */
const AT_ONCE = 50;
/** Requests are written one after the other: of two equal ones the second sees the first. */
const WRITERS_LOCK = 4_870_022;
/** States of a request that has had, or may still have, its effect. */
const COUNTING = `(state IN ('approved', 'executing', 'executed', 'unknown')
  OR (state = 'pending' AND expires_at > now()))`;

const ROWS = `SELECT approval_id AS "approvalId", direction, ground, totals,
    document_name AS document, reason, COALESCE(email, '') AS maker,
    (extract(epoch FROM made_at) * 1000)::bigint AS at,
    CASE WHEN state = 'pending' AND expires_at <= now() THEN 'expired' ELSE state END AS state,
    (SELECT count(*) FROM money_lines AS l WHERE l.approval_id = p.approval_id) AS "linesCount",
    (SELECT count(*) FROM money_lines AS l
     WHERE l.approval_id = p.approval_id AND l.state = 'done') AS "doneCount",
    (SELECT count(*) FROM money_lines AS l
     WHERE l.approval_id = p.approval_id AND l.state = 'refused') AS "refusedCount"
  FROM money_postings AS p JOIN approvals USING (approval_id)
  LEFT JOIN operators ON operator_id = made_by`;

type Content = Pick<PostingRequest, 'direction' | 'ground' | 'lines'> & { documentHash: string };

const digest = (content: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(content)).digest();

/**
 * Of what is done and on what it rests: how much of each coin for each person, in whatever lines
 * and order. The ground says why, and makes no other money of it.
 */
function hashContent({ direction, lines, documentHash }: Omit<Content, 'ground'>): Buffer {
  const sums = new Map<string, bigint>();
  for (const { ownerId, assetId, units } of lines) {
    const place = `${ownerId} ${assetId}`;
    sums.set(place, (sums.get(place) ?? 0n) + units);
  }
  const moved = [...sums].map(([place, units]) => `${place} ${units}`);
  return digest([direction, moved.toSorted(), documentHash]);
}

/** As requests of earlier releases are kept: with their ground, lines in their order. */
function hashAsBefore({ direction, ground, lines, documentHash }: Content): Buffer {
  const moved = lines.map(({ ownerId, assetId, units }) => [ownerId, assetId, String(units)]);
  return digest([direction, ground, moved, documentHash]);
}

const readLine = ({ owner_id, asset_id, units }: LineRow): Line => ({
  ownerId: owner_id,
  assetId: asset_id,
  units: BigInt(units),
});

/** What came of sending one line. */
type Sent = { readonly seq: number } | { readonly refusal: CallRefusal };

/** Open the postings. */
export function createPostings(parts: PostingParts) {
  const { database, audit, seal, markets, checks } = parts;

  async function readHead(approvalId: number): Promise<HeadRow> {
    const rows = await database.query<HeadRow>(
      'SELECT * FROM money_postings WHERE approval_id = $1',
      [approvalId],
    );
    if (rows.length === 0) throw refuse('object_not_found');
    return rows[0];
  }

  const readLines = (approvalId: number, session: Pick<Session, 'query'> = database) =>
    session.query<LineRow>(
      `SELECT money_lines.*, units::text AS units, email FROM money_lines
       LEFT JOIN users USING (owner_id) WHERE approval_id = $1 ORDER BY line`,
      [approvalId],
    );

  const openDocument = ({ document_name: name, document_type: type, ...row }: HeadRow) => ({
    name,
    type,
    content: Buffer.from(seal.open(row.sealed_document), 'base64'),
  });

  function showLine(row: LineRow): PostingLine {
    const coin = markets.coinById(row.asset_id);
    return {
      line: row.line,
      ownerId: row.owner_id,
      email: row.email ?? '',
      asset: coin?.shortName ?? String(row.asset_id),
      amount: formatDecimal(BigInt(row.units), coin?.scale ?? 0),
      state: row.state,
      seq: row.sequence,
      refusal: row.refusal,
    };
  }

  /**
   * A request of an earlier release that has its effect, or may have it, and moves the same money
   * on the same document: its own lines and ground make the hash that it has.
   */
  async function findOlderTwin(
    session: Session,
    contentHash: Buffer,
    content: Content,
  ): Promise<number | undefined> {
    const [{ ownerId, assetId }] = content.lines;
    const heads = await session.query<HeadRow & { approval_id: number }>(
      `SELECT p.* FROM money_postings AS p JOIN approvals USING (approval_id)
       WHERE direction = $1 AND ${COUNTING} AND approval_id IN (SELECT approval_id
         FROM money_lines WHERE owner_id = $2 AND asset_id = $3)`,
      [content.direction, ownerId, assetId],
    );
    for (const { approval_id: approvalId, ground, content_hash: hash } of heads) {
      const lines = (await readLines(approvalId, session)).map(readLine);
      const older = { ...content, ground, lines };
      const isSame = hashContent(older).equals(contentHash);
      if (isSame && hashAsBefore(older).equals(hash)) return approvalId;
    }
    return undefined;
  }

  /** @errors posting_repeated when the same was asked for and has its effect, or may have it. */
  async function checkNew(session: Session, contentHash: Buffer, content: Content): Promise<void> {
    await session.query('SELECT pg_advisory_xact_lock($1)', [WRITERS_LOCK]);
    const twins = await session.query<{ approval_id: number }>(
      `SELECT approval_id FROM money_postings JOIN approvals USING (approval_id)
       WHERE content_hash = $1 AND ${COUNTING}`,
      [contentHash],
    );
    const twin = twins[0]?.approval_id ?? (await findOlderTwin(session, contentHash, content));
    if (twin !== undefined) throw refuse('posting_repeated', { approvalId: String(twin) });
  }

  /** Write what is asked for, with the approval whose number it has. */
  async function record(
    session: Session,
    { approvalId, contentHash }: { approvalId: number; contentHash: Buffer },
    { direction, ground, lines, document }: PostingRequest,
  ): Promise<void> {
    const documentHash = hashDocument(document);
    await checkNew(session, contentHash, { direction, ground, lines, documentHash });
    await session.execute(
      `INSERT INTO money_postings (approval_id, direction, ground, content_hash, totals,
         document_name, document_type, sealed_document) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        approvalId,
        direction,
        ground,
        contentHash,
        checks.total(lines),
        document.name,
        document.type,
        sealDocument(seal, document),
      ],
    );
    await session.execute(
      `INSERT INTO money_lines (approval_id, line, owner_id, asset_id, units)
       SELECT $1, line, owner_id, asset_id, units FROM jsonb_to_recordset($2)
         AS row (line int, owner_id bigint, asset_id int, units numeric)`,
      [
        approvalId,
        JSON.stringify(
          lines.map(({ ownerId, assetId, units }, place) => ({
            line: place + 1,
            owner_id: ownerId,
            asset_id: assetId,
            units: String(units),
          })),
        ),
      ],
    );
  }

  /** What the approver reads before they agree; a single line is told whole. */
  function describe(request: PostingRequest, contentHash: Buffer): object {
    const { direction, ground, lines, document } = request;
    const [line] = lines;
    const isSingle = lines.length === 1 && line !== undefined;
    return {
      direction,
      ground,
      ...(isSingle ? { ownerId: line.ownerId } : { linesCount: lines.length }),
      totals: checks.total(lines),
      document: document.name,
      contentHash: contentHash.toString('hex'),
    };
  }

  async function send(posting: Posting): Promise<Sent> {
    try {
      return await parts.post(posting);
    } catch (error) {
      // What the engine refused did nothing; of anything else one cannot be sure.
      if (error instanceof CallRefusal && error.sequence !== undefined) return { refusal: error };
      throw error;
    }
  }

  /** Mark a line together with its act. */
  async function mark(posting: Posting, sent: Sent, actor: AgreedRequest['actor']): Promise<void> {
    const { approvalId, line, ownerId, assetId, units, direction } = posting;
    await audit.transaction(actor, async (session, write) => {
      const isDone = 'seq' in sent;
      const count = await session.execute(
        `UPDATE money_lines SET state = $3, sequence = $4, refusal = $5
         WHERE approval_id = $1 AND line = $2 AND state = 'waiting'`,
        [
          approvalId,
          line,
          isDone ? 'done' : 'refused',
          isDone ? sent.seq : 0,
          isDone ? '' : sent.refusal.word,
        ],
      );
      if (count === 0 || !isDone) return;
      const coin = markets.coinById(assetId);
      const asset = coin?.shortName ?? String(assetId);
      const amount = formatDecimal(units, coin?.scale ?? 0);
      const detail = { asset, amount, approvalId, seq: sent.seq };
      const target = { kind: 'user', id: ownerId } as const;
      await write({
        action: direction === 'credit' ? 'money_credited' : 'money_debited',
        target,
        detail,
      });
    });
  }

  /** Before the first command: everything is as it was agreed to, and every line fits. */
  async function begin(approvalId: number, head: HeadRow, rows: readonly LineRow[]) {
    const lines = rows.map(readLine);
    const documentHash = hashDocument(openDocument(head));
    const content = { ...head, lines, documentHash };
    const hashes = [hashContent(content), hashAsBefore(content)];
    if (!hashes.some((hash) => hash.equals(head.content_hash))) throw refuse('approval_changed');
    const { direction } = head;
    if (head.is_begun) return;
    const gone = await checks.findGone(lines);
    if (gone > 0) {
      throw refuse('posting_unfit', { line: String(gone), problem: 'account_unknown' });
    }
    const short = await checks.findShort(direction, lines);
    if (short > 0) {
      throw refuse('posting_unfit', { line: String(short), problem: 'balance_too_low' });
    }
    await database.execute('UPDATE money_postings SET is_begun = true WHERE approval_id = $1', [
      approvalId,
    ]);
  }

  async function countDone(approvalId: number) {
    const rows = await readLines(approvalId);
    const count = (state: LineRow['state']) => rows.filter((row) => row.state === state).length;
    return { doneCount: count('done'), refusedCount: count('refused') };
  }

  return {
    /** @returns the number of the request that another must approve. */
    async make(maker: OperatorCaller, request: PostingRequest): Promise<number> {
      const contentHash = hashContent({ ...request, documentHash: hashDocument(request.document) });
      return parts.approvals().make(maker, {
        kind: 'money.post',
        payload: describe(request, contentHash),
        reason: request.reason,
        record: (session, approvalId) => record(session, { approvalId, contentHash }, request),
      });
    },

    /**
     * Carry out the lines that are not done yet.
     *
     * @throws posting_unfit or the engine's refusal when nothing was done; outcome_unknown when
     *   some lines were done and others could not be sent.
     */
    async execute(
      { contentHash, ground: agreed }: { contentHash: string; ground: Posting['ground'] },
      { approvalId, actor }: AgreedRequest,
    ): Promise<{ doneCount: number; refusedCount: number }> {
      const head = await readHead(approvalId);
      const isAgreed = head.content_hash.toString('hex') === contentHash && head.ground === agreed;
      if (!isAgreed) throw refuse('approval_changed');
      const rows = await readLines(approvalId);
      await begin(approvalId, head, rows);
      const { direction, ground } = head;
      const open = rows
        .filter(({ state }) => state === 'waiting')
        .map((row) => ({ ...readLine(row), direction, ground, approvalId, line: row.line }));
      const refusals: CallRefusal[] = [];
      for (let from = 0; from < open.length; from += AT_ONCE) {
        const group = open.slice(from, from + AT_ONCE);
        const all = await Promise.allSettled(group.map(send));
        for (const [place, sent] of all.entries()) {
          if (sent.status === 'rejected') continue;
          await mark(group[place], sent.value, actor);
          if ('refusal' in sent.value) refusals.push(sent.value.refusal);
        }
        const lost = all.find(({ status }) => status === 'rejected');
        if (lost?.status !== 'rejected') continue;
        if ((await countDone(approvalId)).doneCount === 0) throw lost.reason;
        throw refuse('outcome_unknown');
      }
      const counts = await countDone(approvalId);
      if (counts.doneCount === 0 && refusals.length > 0) throw refusals[0];
      return counts;
    },

    list: (before: number): Promise<PostingRow[]> =>
      database.query<PostingRow>(
        `${ROWS} WHERE ($1::bigint = 0 OR approval_id < $1)
         ORDER BY approval_id DESC LIMIT ${PAGE_ROWS}`,
        [before],
      ),

    async view(approvalId: number): Promise<{ row: PostingRow; lines: PostingLine[] }> {
      const rows = await database.query<PostingRow>(`${ROWS} WHERE approval_id = $1`, [approvalId]);
      if (rows.length === 0) throw refuse('object_not_found');
      return { row: rows[0], lines: (await readLines(approvalId)).map(showLine) };
    },

    readDocument: async (approvalId: number) => openDocument(await readHead(approvalId)),
  };
}

/** The postings. */
export type Postings = ReturnType<typeof createPostings>;
