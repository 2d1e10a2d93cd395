// The lines of a request: one that is typed, or those of a file. Shown by PostingForm.tsx.
import { useRead } from '@isobath/kit';
import type { TextKey } from '@isobath/texts';
import { Banner, Combobox, isRefused, NumberField, Segmented, TextField } from '@isobath/ui';
import { type RequestedLine, listingRoutes, postingLinesMax } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { describeError } from '../../../base/refusal.ts';
import { useTexts } from '../../../base/texts.tsx';
import { FileChoice } from './FileChoice.tsx';
import { lineHeads, type ReadLines, readLines } from './read-lines.ts';

/** What is typed, or what a file holds. */
export interface LineDraft {
  readonly account: string;
  readonly asset: string;
  readonly amount: string;
  /** Null: the line that is typed. */
  readonly file: { readonly file: File | null; readonly read: ReadLines | null } | null;
}

/** Far more than the longest lines that one request takes. */
const linesBytesMax = postingLinesMax * 400;

/** More than any coin has; the server knows how many this one has. */
const decimalsMax = 18;

/** The lines of a draft; null while it has none that could be checked. */
export function readDraft({ account, asset, amount, file }: LineDraft): RequestedLine[] | null {
  if (file !== null) {
    const { read } = file;
    const lines = read !== null && 'lines' in read ? [...read.lines] : [];
    return lines.length > 0 && lines.length <= postingLinesMax ? lines : null;
  }
  const isReady = listMissing({ account, asset, amount, file }).length === 0;
  return isReady ? [{ account: account.trim(), asset, amount }] : null;
}

/** What a draft still lacks before it can be checked, by the names of its fields. */
export function listMissing(draft: LineDraft): readonly TextKey<'admin'>[] {
  if (draft.file !== null) return readDraft(draft) === null ? ['money.from.file'] : [];
  const { account, asset, amount } = draft;
  const isAmount = /[1-9]/.test(amount) && !isRefused(amount);
  const lacking = {
    'money.account': account.trim() === '',
    asset: !/^[A-Z0-9]{1,16}$/.test(asset),
    amount: !isAmount,
  } as const;
  const names = Object.keys(lacking) as (keyof typeof lacking)[];
  return names.filter((name) => lacking[name]);
}

/** The fields. */
export function LineFields(props: { draft: LineDraft; onChange: (draft: LineDraft) => void }) {
  const t = useTexts('admin');
  const { draft, onChange } = props;
  const from = draft.file === null ? 'one' : 'file';
  return (
    <>
      <Segmented<'one' | 'file'>
        label={t('money.from')}
        onChange={(next) =>
          onChange({ ...draft, file: next === 'one' ? null : { file: null, read: null } })
        }
        options={[
          { value: 'one', label: t('money.from.one') },
          { value: 'file', label: t('money.from.file') },
        ]}
        value={from}
      />
      {draft.file === null ? (
        <Typed draft={draft} onChange={onChange} />
      ) : (
        <FromFile draft={draft} onChange={onChange} />
      )}
    </>
  );
}

function Typed({ draft, onChange }: { draft: LineDraft; onChange: (draft: LineDraft) => void }) {
  const t = useTexts('admin');
  const coins = useRead(['listing', 'coin'], (signal) =>
    client.call(listingRoutes.listThings, { query: { kind: 'coin' }, signal }),
  );
  return (
    <>
      <TextField
        hint={t('money.account.hint')}
        input={{ name: 'account', autoComplete: 'off', spellCheck: false }}
        label={t('money.account')}
        onChange={(account) => onChange({ ...draft, account })}
        value={draft.account}
      />
      <Combobox
        error={coins.failure === null ? null : describeError(coins.failure)}
        label={t('asset')}
        onChange={(asset) => onChange({ ...draft, asset: asset ?? '' })}
        options={(coins.data ?? []).map(({ key, fields }) => ({
          value: key,
          label: key,
          note: fields['name'] ?? '',
        }))}
        value={draft.asset === '' ? null : draft.asset}
      />
      <NumberField
        decimals={decimalsMax}
        input={{ name: 'amount' }}
        label={t('amount')}
        onChange={(amount) => onChange({ ...draft, amount })}
        step="1"
        unit={draft.asset}
        value={draft.amount}
      />
    </>
  );
}

function FromFile({ draft, onChange }: { draft: LineDraft; onChange: (draft: LineDraft) => void }) {
  const t = useTexts('admin');
  const [isReading, setReading] = useState(false);
  const { file = null, read = null } = draft.file ?? {};
  const take = async (chosen: File | null) => {
    setReading(true);
    const found = chosen === null ? null : readLines(await chosen.text());
    setReading(false);
    onChange({ ...draft, file: { file: chosen, read: found } });
  };
  const problem =
    read === null || isReading
      ? null
      : 'wrongLine' in read
        ? t('money.file.wrong', { line: read.wrongLine })
        : read.lines.length > postingLinesMax
          ? t('money.file.long', { max: postingLinesMax })
          : null;
  return (
    <>
      <FileChoice
        accept=".csv,.txt"
        bytesMax={linesBytesMax}
        file={file}
        hint={t('money.file.hint', { heads: lineHeads.join(',') })}
        label={t('money.from.file')}
        onChange={(chosen) => void take(chosen)}
      />
      {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
      {problem === null && read !== null && 'lines' in read ? (
        <Banner>{t('money.file.read', { count: read.lines.length })}</Banner>
      ) : null}
    </>
  );
}
