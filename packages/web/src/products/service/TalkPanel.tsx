// The panel of a talk with our own desk: what was said, how long an answer takes, a line to write
// on, files, and the whole talk as a text to keep. Not modal: the page stays usable beside it.
// Brought when its line is brought; shown by ServiceWidget.tsx.
import {
  Composer,
  Download,
  IconButton,
  saveBase64,
  saveFile,
  Conversation as ConversationLines,
  type ConversationLine,
  useToasts,
  writeTranscript,
  X,
} from '@isobath/ui';
import {
  type ServiceMessage,
  type ServiceConversation,
  serviceFileBytesMax,
  serviceFileEndings,
  serviceTextLengthMax,
} from '@isobath/wire';
import { useTexts } from '../../base/texts.tsx';
import { useValue } from '../../base/value.ts';
import { readFile, type Conversation } from './conversation.ts';

const names = { 1: 'line.1', 2: 'line.2', 3: 'line.3' } as const;
const minuteS = 60;

/** The open panel. */
export function TalkPanel({ conversation }: { conversation: Conversation }) {
  const t = useTexts('service');
  const value = useValue(conversation.value);
  const toasts = useToasts();
  const fail = (error: unknown) => toasts.show({ kind: 'error', title: (error as Error).message });
  const openFile = (fileId: number) => void readFile(fileId).then(saveBase64, fail);
  const lines = showLines(value?.messages ?? [], { t, openFile });
  const title = t(names[conversation.line]);
  return (
    <section
      aria-label={title}
      className="service-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') conversation.close();
      }}
    >
      <header>
        <h2>{title}</h2>
        {lines.length === 0 ? null : (
          <IconButton
            icon={<Download />}
            label={t('transcript')}
            onClick={() => saveFile('conversation.txt', new Blob([writeTranscript(lines)]))}
          />
        )}
        <IconButton icon={<X />} label={t('close')} onClick={() => conversation.close()} />
      </header>
      {value === null ? null : <Wait value={value} />}
      <ConversationLines empty={t('hello')} lines={lines} />
      <Composer
        accept={serviceFileEndings}
        fileBytesMax={serviceFileBytesMax}
        hasFocus
        onFail={fail}
        onSend={(text, file) => conversation.say(text, file)}
        textLengthMax={serviceTextLengthMax}
        words={{
          write: t('write'),
          send: t('send'),
          file: t('file'),
          fileTooLarge: t('file.tooLarge'),
        }}
      />
    </section>
  );
}

function showLines(
  messages: readonly ServiceMessage[],
  { t, openFile }: { t: ReturnType<typeof useTexts<'service'>>; openFile: (id: number) => void },
): readonly ConversationLine[] {
  const sides = { person: 'own', operator: 'other', desk: 'note' } as const;
  return messages.map(({ id, author, text, file, at }) => ({
    key: String(id),
    side: sides[author],
    who: author === 'person' ? t('you') : t('desk'),
    text: author === 'desk' ? t(text === 'taken' ? 'taken' : 'closed') : text,
    atMs: at,
    file: file === null ? undefined : { name: file.name, onOpen: () => openFile(file.id) },
  }));
}

function Wait({ value }: { value: ServiceConversation }) {
  const t = useTexts('service');
  const { state, waitSeconds, waitingCount } = value;
  if (state === 'open') return <p className="service-wait">{t('state.open')}</p>;
  if (state === 'closed') return <p className="service-wait">{t('state.closed')}</p>;
  const wait =
    waitSeconds === 0
      ? t('wait.unknown')
      : t('wait', { count: Math.max(1, Math.ceil(waitSeconds / minuteS)) });
  return (
    <p className="service-wait">
      {waitingCount > 0 && state === 'waiting' ? `${t('ahead', { count: waitingCount })} ` : ''}
      {wait}
    </p>
  );
}
