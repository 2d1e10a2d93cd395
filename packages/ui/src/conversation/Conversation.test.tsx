import { expect, it } from 'vitest';
import { type ConversationLine, writeTranscript } from './Conversation.tsx';

it('is kept as a line of words for each line, with its moment, who said it and its file', () => {
  const atMs = Date.UTC(2026, 0, 5, 9, 30);
  const lines: readonly ConversationLine[] = [
    { key: '1', side: 'own', who: 'You', text: 'When?', atMs },
    {
      key: '2',
      side: 'other',
      who: 'Desk',
      text: '',
      atMs: atMs + 1_000,
      file: { name: 'statement.pdf', onOpen: () => {} },
    },
  ];
  expect(writeTranscript(lines)).toBe(
    '2026-01-05T09:30:00.000Z You: When?\n2026-01-05T09:30:01.000Z Desk: [statement.pdf]\n',
  );
});
