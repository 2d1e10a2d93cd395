// The form of a coin or a market, beside it what would change and what a trader would meet: the
// server says both while it is typed. Sending asks a second operator. Shown by ThingsPage.tsx.
import { Accordion, Banner, Button, Panel, TextArea } from '@isobath/ui';
import { type ListedThing, type ListingPreview, listingRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { goTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { sayMissing } from '../../base/missing.tsx';
import { PageHead } from '../../base/PageBody.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { describeError } from '../../base/refusal.ts';
import { KeyFields, ThingField } from './ThingField.tsx';
import { Changes, Example } from './Preview.tsx';
import { fieldGroups, type PageKind, pathOf } from './words.ts';

const reasonMin = 3;
const waitMs = 300;

type Fields = Readonly<Record<string, string>>;

/** What was typed and differs; an empty field of a new thing says nothing. */
function listSaid(draft: Fields, kept: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== (kept[name] ?? '')),
  );
}

/** Asks the server what a draft would do, a moment after the last key. */
function usePreview(kind: PageKind, key: string, said: Fields) {
  const [preview, setPreview] = useState<ListingPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const requested = JSON.stringify([key, said]);
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const [asking, fields] = JSON.parse(requested) as [string, Record<string, string>];
      if (asking === '' || asking === '_') return setPreview(null);
      const body = { kind, key: asking, fields };
      try {
        const { signal } = control;
        setPreview(await client.call(listingRoutes.previewThing, { body, signal }));
        setError(null);
      } catch (failure) {
        if (!control.signal.aborted) setError(describeError(failure));
      }
    };
    const timer = setTimeout(() => void ask(), waitMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [kind, requested]);
  return { preview, error };
}

/** Names of a key that are still empty, and fields that a new thing needs, are no fault yet. */
function findProblem(
  preview: ListingPreview | null,
  field: string,
  isTyped: boolean,
): string | null {
  if (!isTyped) return null;
  return preview?.problems.find((one) => one.field === field)?.problem ?? null;
}

/** The form. @param props - thing: null for a new one. */
export function ThingForm({ kind, thing }: { kind: PageKind; thing: ListedThing | null }) {
  const t = useTexts('admin');
  const path = pathOf[kind];
  const kept: Fields = thing?.fields ?? {};
  const [key, setKey] = useState(thing?.key ?? '');
  const [draft, setDraft] = useState<Fields>(kept);
  const { act, isPending } = useAction();
  const said = listSaid(draft, kept);
  const { preview, error } = usePreview(kind, key, said);
  const isGood = preview !== null && preview.problems.length === 0 && preview.changes.length > 0;
  const name = key.toUpperCase().replace('_', '/');
  const back = thing === null ? path : `${path}/${thing.key.toLowerCase()}`;
  const send = async (reason: string) => {
    const body = { kind, key, fields: said, reason };
    const work = () => client.call(listingRoutes.setThing, { body });
    if (await act(work, t('approval.made'))) goTo(back);
  };
  const showField = (name: string) => (
    <ThingField
      error={findProblem(preview, name, name in said)}
      hint={draft[name] ? undefined : preview?.fields[name]}
      key={name}
      name={name}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
      value={draft[name] ?? ''}
    />
  );
  const { main: all, more } = fieldGroups[kind];
  // An open market opens no more.
  const main = all.filter((name) => kept['opens'] !== 'now' || !name.startsWith('open'));
  return (
    <>
      <PageHead
        back={{ path: back, label: thing === null ? t(`page.${path}`) : name }}
        title={thing === null ? t(`listing.add.${kind}`) : `${t('tables.edit')}: ${name}`}
      />
      <div className="listing-form">
        <Panel isFramed isPadded title={t(`kind.${kind}`)}>
          <div className="listing-fields">
            {thing === null ? (
              <KeyFields
                error={findProblem(preview, 'key', key !== '')}
                kind={kind}
                onChange={setKey}
                value={key}
              />
            ) : null}
            {main.map(showField)}
          </div>
          <Accordion
            items={[
              {
                key: 'more',
                title: t(kind === 'coin' ? 'listing.field.texts' : 'listing.more'),
                content: <div className="listing-fields">{more.map(showField)}</div>,
              },
            ]}
          />
        </Panel>
        <div className="listing-side">
          {error === null ? null : <Banner title={error} tone="danger" />}
          <Changes preview={preview} />
          {kind === 'market' ? <Example market={key} preview={preview} /> : null}
          <Asking isPending={isPending} isReady={isGood} onSend={(reason) => void send(reason)} />
        </div>
      </div>
    </>
  );
}

/** Why, and the button that asks a second operator. */
function Asking(props: { isReady: boolean; isPending: boolean; onSend: (reason: string) => void }) {
  const t = useTexts('admin');
  const [reason, setReason] = useState('');
  return (
    <Panel isFramed isPadded title={t('approval.ask')}>
      <div className="office-form">
        <TextArea
          label={t('reason')}
          maxLength={500}
          onChange={setReason}
          rows={3}
          value={reason}
        />
        <Button
          disabled={!props.isReady}
          {...sayMissing(t, reason.trim().length < reasonMin ? ['reason'] : [])}
          isFull
          isPending={props.isPending}
          onClick={() => props.onSend(reason.trim())}
          variant="primary"
        >
          {t('approval.ask')}
        </Button>
      </div>
    </Panel>
  );
}
