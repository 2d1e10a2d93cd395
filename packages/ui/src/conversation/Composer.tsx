// The line to write on at the foot of a talk: Enter sends, Shift+Enter begins a new line, a file
// goes by itself. What was written stays until it is sent. It knows nobody who hears it.
import { Plus, Send } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { TextArea } from '../controls/TextField.tsx';
import { readBase64 } from './files.ts';

/** A file to send; `data` is base64. */
export type SentFile = { readonly name: string; readonly data: string };

/** Write and send. @param props - onSend: throws when it was not taken; onFail is told then. */
export function Composer(props: {
  words: { write: string; send: string; file: string; fileTooLarge: string };
  textLengthMax: number;
  fileBytesMax: number;
  /** Endings of names, such as ".png,.pdf". */
  accept: string;
  hasFocus?: boolean | undefined;
  onSend: (text: string, file?: SentFile) => Promise<unknown>;
  onFail: (error: unknown) => void;
}) {
  const { words } = props;
  const [text, setText] = useState('');
  const [isPending, setPending] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const run = async (work: () => Promise<unknown>) => {
    if (isPending) return;
    setPending(true);
    try {
      await work();
    } catch (error) {
      props.onFail(error);
    } finally {
      setPending(false);
    }
  };
  const send = () =>
    run(async () => {
      if (text.trim() === '') return;
      await props.onSend(text.trim());
      setText('');
    });
  const sendFile = (file: File) =>
    run(async () => {
      if (file.size > props.fileBytesMax) throw new Error(words.fileTooLarge);
      await props.onSend('', { name: file.name.slice(-120), data: await readBase64(file) });
    });
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if ((event.target as Element).tagName !== 'TEXTAREA') return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className="ui-composer"
      onKeyDown={typed}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        accept={props.accept}
        aria-label={words.file}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void sendFile(file);
        }}
        ref={picker}
        type="file"
      />
      <IconButton icon={<Plus />} label={words.file} onClick={() => picker.current?.click()} />
      <TextArea
        hasFocus={props.hasFocus}
        label={words.write}
        labelPlace="hidden"
        maxLength={props.textLengthMax}
        onChange={setText}
        rows={2}
        value={text}
      />
      <Button icon={<Send />} isPending={isPending} type="submit" variant="primary">
        {words.send}
      </Button>
    </form>
  );
}
