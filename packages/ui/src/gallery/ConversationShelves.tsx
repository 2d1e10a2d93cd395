// A talk in its states, with a line to write on.
import { useState } from 'react';
import { Composer } from '../conversation/Composer.tsx';
import { Conversation, type ConversationLine } from '../conversation/Conversation.tsx';
import { Shelf } from './Section.tsx';

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 0, 5, 9, 30);
const words = {
  write: 'Your message',
  send: 'Send',
  file: 'Send a file',
  fileTooLarge: 'A file may have at most 512 KB.',
};
const begun: readonly ConversationLine[] = [
  { key: '1', side: 'own', who: 'You', text: 'When will my transfer arrive?', atMs: startMs },
  {
    key: '2',
    side: 'other',
    who: 'Desk',
    text: 'It has arrived. Here is the statement.',
    atMs: startMs + minuteMs,
    file: { name: 'statement.pdf', onOpen: () => {} },
  },
  { key: '3', side: 'note', who: 'Desk', text: 'The talk is over', atMs: startMs + 2 * minuteMs },
];

/** A talk with words of both sides, and one that nobody has begun. */
export function ConversationShelves() {
  const [lines, setLines] = useState(begun);
  const say = async (text: string) =>
    setLines([
      ...lines,
      { key: String(lines.length + 1), side: 'own', who: 'You', text, atMs: Date.now() },
    ]);
  return (
    <Shelf caption="Begun, and not yet" isWide>
      <div className="ui-panel">
        <Conversation lines={lines} />
        <Composer
          accept=".pdf"
          fileBytesMax={512 * 1024}
          onFail={() => {}}
          onSend={say}
          textLengthMax={2_000}
          words={words}
        />
      </div>
      <div className="ui-panel">
        <Conversation empty="Tell us what it is about." lines={[]} />
      </div>
    </Shelf>
  );
}
