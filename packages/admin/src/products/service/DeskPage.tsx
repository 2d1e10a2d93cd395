// The desk: talks that wait on the left, the chosen one on the right. Whoever takes a talk answers
// in it; everybody may read. Asked anew every two seconds while it is open.
// Listed in index.ts.
import { Badge, Button, EmptyState, Moment, Panel, RelativeTime, Tag, TextArea } from '@isobath/ui';
import { type DeskRow, deskRoutes, type ServiceMessage } from '@isobath/wire';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { useOperator, usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAct } from '../../base/use-act.ts';
import { useLoad } from '../../base/use-load.ts';
import './desk.css';

const lookEveryMs = 2_000;
const tones = { waiting: 'warn', open: 'info', closed: 'plain', none: 'plain' } as const;

/** The page of the desk. */
export function DeskPage({ rest }: { rest: string }) {
  const t = useTexts('admin');
  const queue = useLoad('', () => client.call(deskRoutes.queue), lookEveryMs);
  return (
    <>
      <PageHead text={t('desk.text')} title={t('page.desk')} />
      <LoadedBody loaded={queue}>
        {(rows) => (
          <div className="desk" data-chosen={rest === '' ? undefined : ''}>
            <Queue chosen={rest} rows={rows} />
            {rest === '' ? (
              <EmptyState text={t('desk.choose.text')} title={t('desk.choose')} />
            ) : (
              <TalkView conversationId={rest} key={rest} onChange={queue.reload} />
            )}
          </div>
        )}
      </LoadedBody>
    </>
  );
}

function Queue(props: { rows: readonly DeskRow[]; chosen: string }) {
  const t = useTexts('admin');
  if (props.rows.length === 0) return <EmptyState size="small" title={t('desk.none')} />;
  return (
    <ul aria-label={t('page.desk')} className="desk-queue">
      {props.rows.map((row) => (
        <li key={row.conversationId}>
          <a
            aria-current={String(row.conversationId) === props.chosen ? 'true' : undefined}
            {...linkTo(`desk/${row.conversationId}`)}
          >
            <span className="desk-who">
              <b>{row.who || t('desk.guest')}</b>
              <Badge count={row.unreadCount} isLoud />
              <Tag tone={tones[row.state]}>{t(`desk.${row.state as 'open'}`)}</Tag>
            </span>
            <span className="office-detail">{row.lastText}</span>
            <small>
              {t(`desk.line.${row.line}`)} <RelativeTime atMs={row.lastAt} />
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A talk that grows: each look asks for what is new. */
function useTalk(conversationId: string) {
  const [row, setRow] = useState<DeskRow | null>(null);
  const [messages, setMessages] = useState<readonly ServiceMessage[]>([]);
  const lastId = useRef(0);
  const look = async () => {
    const since = lastId.current;
    const query = { conversationId, ...(since === 0 ? {} : { since: String(since) }) };
    const found = await client.call(deskRoutes.view, { query });
    setRow(found.row);
    const fresh = found.messages.filter(({ id }) => id > lastId.current);
    lastId.current = fresh.at(-1)?.id ?? lastId.current;
    if (fresh.length > 0) setMessages((before) => [...before, ...fresh]);
  };
  useEffect(() => {
    void look().catch(() => {});
    const timer = setInterval(() => void look().catch(() => {}), lookEveryMs);
    return () => clearInterval(timer);
  }, [conversationId]);
  return { row, messages, look };
}

function TalkView(props: { conversationId: string; onChange: () => void }) {
  const t = useTexts('admin');
  const { row, messages, look } = useTalk(props.conversationId);
  const { operatorId } = useOperator();
  const canAnswer = usePermission('desk.answer');
  const { act, isPending } = useAct();
  const conversationId = Number(props.conversationId);
  if (row === null) return null;
  const isMine = row.state === 'open' && row.operatorId === operatorId;
  const change = async (route: typeof deskRoutes.take) => {
    await act(() => client.call(route, { body: { conversationId } }), t('saved'));
    await look();
    props.onChange();
  };
  return (
    <Panel
      className="desk-talk"
      isFramed
      title={row.who || t('desk.guest')}
      tools={
        <>
          {row.ownerId === 0 ? null : (
            <a className="ui-link" {...linkTo(`people/${row.ownerId}`)}>
              {t('page.people')}
            </a>
          )}
          <Button onClick={() => saveTranscript(row, messages)} size="small" variant="quiet">
            {t('desk.transcript')}
          </Button>
          {canAnswer && row.state !== 'closed' && !isMine ? (
            <Button
              isPending={isPending}
              onClick={() => void change(deskRoutes.take)}
              size="small"
              variant="primary"
            >
              {t('desk.take')}
            </Button>
          ) : null}
          {isMine ? (
            <Button
              isPending={isPending}
              onClick={() => void change(deskRoutes.close)}
              size="small"
              variant="quiet"
            >
              {t('desk.close')}
            </Button>
          ) : null}
        </>
      }
    >
      <Messages messages={messages} />
      {isMine ? <Answer conversationId={conversationId} onSent={look} /> : null}
    </Panel>
  );
}

function Messages({ messages }: { messages: readonly ServiceMessage[] }) {
  const t = useTexts('admin');
  const end = useRef<HTMLLIElement>(null);
  // In braces: newer browsers answer with a promise, which is nothing to clean up with.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages]);
  return (
    <ol aria-live="polite" className="desk-messages">
      {messages.map((message) => (
        <li data-author={message.author} key={message.id}>
          {message.author === 'desk' ? <em>{t('desk.closed')}</em> : <p>{message.text}</p>}
          {message.file === null ? null : <FileLink file={message.file} />}
          <small>
            <Moment atMs={message.at} form="seconds" />
          </small>
        </li>
      ))}
      <li aria-hidden="true" ref={end} />
    </ol>
  );
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
}

function FileLink({ file }: { file: NonNullable<ServiceMessage['file']> }) {
  const open = async () => {
    const { name, type, data } = await client.call(deskRoutes.deskFile, {
      body: { fileId: file.id },
    });
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    save(name, new Blob([bytes], { type }));
  };
  return (
    <button className="ui-link" onClick={() => void open()} type="button">
      {file.name}
    </button>
  );
}

function saveTranscript(row: DeskRow, messages: readonly ServiceMessage[]): void {
  const lines = messages.map(
    ({ at, author, text, file }) =>
      `${new Date(at).toISOString()} ${author}: ${text}${file === null ? '' : ` [${file.name}]`}`,
  );
  const content = new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' });
  save(`talk-${row.conversationId}.txt`, content);
}

function Answer(props: { conversationId: number; onSent: () => Promise<void> }) {
  const t = useTexts('admin');
  const [text, setText] = useState('');
  const { act, isPending } = useAct();
  const { conversationId } = props;
  const send = async () => {
    if (text.trim() === '') return;
    const body = { conversationId, text: text.trim() };
    if (!(await act(() => client.call(deskRoutes.answer, { body }), ''))) return;
    setText('');
    await props.onSent();
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className="desk-answer"
      onKeyDown={typed}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={t('desk.write')}
        labelPlace="hidden"
        maxLength={2_000}
        onChange={setText}
        rows={2}
        value={text}
      />
      <Button isPending={isPending} type="submit" variant="primary">
        {t('desk.send')}
      </Button>
    </form>
  );
}
