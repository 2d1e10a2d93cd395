// One talk of the desk: what was said, and a line to write on for whoever has taken it.
// Not the queue. Shown by DeskPage.tsx, which says when something may be new.
import {
  Button,
  Composer,
  Download,
  EmptyState,
  IconButton,
  Panel,
  saveBase64,
  saveFile,
  Conversation,
  type ConversationLine,
  useToasts,
  writeTranscript,
} from '@isobath/ui';
import {
  type DeskRow,
  deskRoutes,
  type ServiceMessage,
  serviceFileBytesMax,
  serviceFileEndings,
  serviceTextLengthMax,
} from '@isobath/wire';
import { useEffect, useRef, useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { useOperator, usePermission } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { describeError } from '../../base/refusal.ts';

/** A talk that grows: each look asks for what is new. */
function useConversation(conversationId: string, turn: number) {
  const [row, setRow] = useState<DeskRow | null>(null);
  const [messages, setMessages] = useState<readonly ServiceMessage[]>([]);
  const [error, setError] = useState<string | null>(null);
  const lastId = useRef(0);
  const look = async () => {
    const since = lastId.current;
    const query = { conversationId, ...(since === 0 ? {} : { since: String(since) }) };
    try {
      const found = await client.call(deskRoutes.view, { query });
      setRow(found.row);
      setError(null);
      const fresh = found.messages.filter(({ id }) => id > lastId.current);
      lastId.current = fresh.at(-1)?.id ?? lastId.current;
      if (fresh.length > 0) setMessages((before) => [...before, ...fresh]);
    } catch (failure) {
      setError(describeError(failure));
    }
  };
  useEffect(() => void look(), [conversationId, turn]);
  return { row, messages, error, look };
}

function showLines(
  { who, operator }: DeskRow,
  messages: readonly ServiceMessage[],
  { t, openFile }: { t: Translate<'admin'>; openFile: (fileId: number) => void },
): readonly ConversationLine[] {
  const sides = { person: 'other', operator: 'own', desk: 'note' } as const;
  const names = { person: who || t('desk.guest'), operator, desk: t('page.desk') };
  return messages.map(({ id, author, text, file, at }) => ({
    key: String(id),
    side: sides[author],
    who: names[author],
    text: author === 'desk' ? t(text === 'taken' ? 'act.desk_taken' : 'desk.closed') : text,
    atMs: at,
    file: file === null ? undefined : { name: file.name, onOpen: () => openFile(file.id) },
  }));
}

/** The talk. @param props - turn: grows whenever something may be new. */
export function ConversationView(props: {
  conversationId: string;
  turn: number;
  onChange: () => void;
}) {
  const t = useTexts('admin');
  const kit = useTexts('kit');
  const toasts = useToasts();
  const { row, messages, error, look } = useConversation(props.conversationId, props.turn);
  const { operatorId } = useOperator();
  const canSeePeople = usePermission('users.read');
  const fail = (failure: unknown) => toasts.show({ kind: 'error', title: describeError(failure) });
  if (row === null)
    return error === null ? <div /> : <EmptyState text={error} title={kit('failed')} />;
  const { conversationId } = row;
  const isMine = row.state === 'open' && row.operatorId === operatorId;
  const openFile = (fileId: number) =>
    void client.call(deskRoutes.deskFile, { body: { fileId } }).then(saveBase64, fail);
  const lines = showLines(row, messages, { t, openFile });
  const changed = async () => {
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
          {row.ownerId !== 0 && canSeePeople ? (
            <a className="ui-link" {...linkTo(`people/${row.ownerId}`)}>
              {t('fact.person')} {row.ownerId}
            </a>
          ) : null}
          <IconButton
            icon={<Download />}
            label={t('desk.transcript')}
            onClick={() =>
              saveFile(`talk-${conversationId}.txt`, new Blob([writeTranscript(lines)]))
            }
            size="small"
          />
          <ConversationTools isMine={isMine} onChange={changed} row={row} />
        </>
      }
    >
      <Conversation lines={lines} />
      <Foot isMine={isMine} onChange={changed} onFail={fail} row={row} />
    </Panel>
  );
}

/** Take it, or end it. */
function ConversationTools(props: {
  row: DeskRow;
  isMine: boolean;
  onChange: () => Promise<void>;
}) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const canAnswer = usePermission('desk.answer');
  const { conversationId, operatorId, state } = props.row;
  if (!canAnswer || state === 'closed') return null;
  const work = () =>
    props.isMine
      ? client.call(deskRoutes.close, { body: { conversationId } })
      : client.call(deskRoutes.take, { body: { conversationId, claimedBy: operatorId } });
  const change = async () => {
    await act(work, t('saved'));
    await props.onChange();
  };
  return (
    <Button
      isPending={isPending}
      onClick={() => void change()}
      size="small"
      variant={props.isMine ? 'quiet' : 'primary'}
    >
      {props.isMine ? t('desk.close') : t('desk.take')}
    </Button>
  );
}

/** The line to write on, or why there is none. */
function Foot(props: {
  row: DeskRow;
  isMine: boolean;
  onChange: () => Promise<void>;
  onFail: (error: unknown) => void;
}) {
  const t = useTexts('admin');
  const service = useTexts('service');
  const { conversationId, state, operator } = props.row;
  if (state === 'closed') return null;
  if (!props.isMine) {
    return (
      <p className="desk-hint">
        {state === 'open' ? `${t('desk.with', { operator })}. ` : ''}
        {t('desk.takeFirst')}
      </p>
    );
  }
  return (
    <Composer
      accept={serviceFileEndings}
      fileBytesMax={serviceFileBytesMax}
      hasFocus
      onFail={props.onFail}
      onSend={async (text, file) => {
        const body = { conversationId, text, ...(file === undefined ? {} : { file }) };
        await client.call(deskRoutes.answer, { body });
        await props.onChange();
      }}
      textLengthMax={serviceTextLengthMax}
      words={{
        write: t('desk.write'),
        send: t('desk.send'),
        file: service('file'),
        fileTooLarge: service('file.tooLarge'),
      }}
    />
  );
}
