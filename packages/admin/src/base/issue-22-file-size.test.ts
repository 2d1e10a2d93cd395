// A file that the server would refuse for its size is refused beside the field, by the same limit.
import { documentBytesMax } from '@isobath/wire';
import { expect, test } from 'vitest';
import { describeTooLarge } from './file-size.ts';
import type { Translate } from './texts.tsx';

const t = ((key: string, values: object) =>
  `${key} ${JSON.stringify(values)}`) as unknown as Translate<'admin'>;
const sized = (size: number) => ({ size }) as File;

test('the largest file is taken, one byte more is not and is told', () => {
  expect(describeTooLarge(t, sized(documentBytesMax), documentBytesMax)).toBeNull();
  expect(describeTooLarge(t, sized(documentBytesMax + 1), documentBytesMax)).toBe(
    'tooLarge {"size":513,"max":512}',
  );
});
