// The panel of a talk with our own desk: what was said, how long an answer takes, a line to write
// on, files, and the whole talk as a text to keep. Not modal: the page stays usable beside it.
// Brought when its line is brought; shown by ServiceWidget.tsx.
import {
  Button,
  Download,
  IconButton,
  Moment,
  Plus,
  Send,
  TextArea,
  useToasts,
  X,
} from '@isobath/ui';
import { type ServiceMessage, type ServiceTalk, serviceFileBytesMax } from '@isobath/wire';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../base/texts.tsx';
import { useValue } from '../../base/value.ts';
import { readFile, type Talk } from './talk.ts';

const names = { 1: 'line.1', 2: 'line.2', 3: 'line.3' } as const;
const minuteS = 60;

/** The open panel. */
export function TalkPanel({ talk }: { talk: Talk }) {
  const t = useTexts('service');
  const value = useValue(talk.value);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.querySelector('textarea')?.focus();
  }, []);
  const title = t(names[talk.line]);
  return (
    <section
      aria-label={title}
      className="service-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') talk.close();
      }}
      ref={panel}
    >
      <header>
        <h2>{title}</h2>
        {value === null || value.messages.length === 0 ? null : (
          <IconButton
            icon={<Download />}
            label={t('transcript')}
            onClick={() => saveTranscript(value, t)}
          />
        )}
        <IconButton icon={<X />} label={t('close')} onClick={() => talk.close()} />
      </header>
      {value === null ? null : <Wait value={value} />}
      <Messages messages={value?.messages ?? []} />
      <Write talk={talk} />
    </section>
  );
}

function Wait({ value }: { value: ServiceTalk }) {
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

function Messages({ messages }: { messages: readonly ServiceMessage[] }) {
  const t = useTexts('service');
  const end = useRef<HTMLLIElement>(null);
  const lastId = messages.at(-1)?.id;
  // In braces: newer browsers answer with a promise, which is nothing to clean up with.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [lastId]);
  return (
    <ol aria-live="polite" className="service-messages">
      {messages.length === 0 ? <li className="service-hello">{t('hello')}</li> : null}
      {messages.map((message) => (
        <li data-author={message.author} key={message.id}>
          {message.author === 'desk' ? (
            <em>{t('closed')}</em>
          ) : (
            <>
              {message.text === '' ? null : <p>{message.text}</p>}
              {message.file === null ? null : <FileLink file={message.file} />}
              <small>
                <Moment atMs={message.at} form="seconds" />
              </small>
            </>
          )}
        </li>
      ))}
      <li aria-hidden="true" ref={end} />
    </ol>
  );
}

function FileLink({ file }: { file: NonNullable<ServiceMessage['file']> }) {
  const open = async () => {
    const { name, url } = await readFile(file.id);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  };
  return (
    <button className="ui-link service-file" onClick={() => void open()} type="button">
      {file.name}
    </button>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error(file.name)));
    reader.readAsDataURL(file);
  });
}

function Write({ talk }: { talk: Talk }) {
  const t = useTexts('service');
  const toasts = useToasts();
  const [text, setText] = useState('');
  const [isPending, setPending] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const run = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
    } catch (error) {
      toasts.show({ kind: 'error', title: (error as Error).message });
    } finally {
      setPending(false);
    }
  };
  const send = () =>
    run(async () => {
      if (text.trim() === '') return;
      await talk.say(text.trim());
      setText('');
    });
  const sendFile = (file: File) =>
    run(async () => {
      if (file.size > serviceFileBytesMax) throw new Error(t('file.tooLarge'));
      await talk.say('', { name: file.name.slice(0, 120), data: await readBase64(file) });
    });
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className="service-write"
      onKeyDown={typed}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        accept=".png,.jpg,.jpeg,.webp,.pdf,.txt"
        aria-label={t('file')}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void sendFile(file);
        }}
        ref={picker}
        type="file"
      />
      <IconButton icon={<Plus />} label={t('file')} onClick={() => picker.current?.click()} />
      <TextArea
        label={t('write')}
        labelPlace="hidden"
        maxLength={2_000}
        onChange={setText}
        rows={2}
        value={text}
      />
      <Button icon={<Send />} isPending={isPending} type="submit" variant="primary">
        {t('send')}
      </Button>
    </form>
  );
}

function saveTranscript(talk: ServiceTalk, t: ReturnType<typeof useTexts<'service'>>): void {
  const who = { person: t('you'), operator: t('desk'), desk: t('desk') };
  const lines = talk.messages.map(
    ({ at, author, text, file }) =>
      `${new Date(at).toISOString()} ${who[author]}: ${author === 'desk' ? t('closed') : text}` +
      (file === null ? '' : ` [${file.name}]`),
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
  link.download = 'conversation.txt';
  link.click();
}
