// Asks for credits or debits: one line typed, or many from a file, with the document they rest on.
// What each would leave is shown before anything is asked for; another operator must agree.
import type { TextKey } from '@isobath/texts';
import { Banner, Button, Panel, readBase64, Segmented, Select, TextArea } from '@isobath/ui';
import {
  documentBytesMax,
  documentEndings,
  moneyRoutes,
  postingDirections,
  postingGrounds,
  referenceLengthMax,
  type RouteAnswer,
} from '@isobath/wire';
import { useState } from 'react';
import { goTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { Missing, sayMissing } from '../../../base/missing.tsx';
import { PageHead } from '../../../base/PageBody.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { FileChoice } from './FileChoice.tsx';
import { LineFields, type LineDraft, listMissing, readDraft } from './LineFields.tsx';
import { Preview } from './Preview.tsx';

type Direction = (typeof postingDirections)[number];
type Ground = (typeof postingGrounds)[number];

/** What the server said, and of which lines: whoever types on meanwhile is not shown another's. */
interface Checked {
  readonly draft: LineDraft;
  readonly direction: Direction;
  readonly answer: RouteAnswer<typeof moneyRoutes.checkPosting>;
}

const reasonMin = 3;

/** The page. @param props - account: whose, "" = not known yet. */
export function PostingForm({ account }: { account: string }) {
  const t = useTexts('admin');
  const [direction, setDirection] = useState<Direction>('credit');
  const [ground, setGround] = useState<Ground>('bank');
  const [draft, setDraft] = useState<LineDraft>({ account, asset: '', amount: '', file: null });
  const [last, setLast] = useState<Checked | null>(null);
  const { act, isPending } = useAction();
  const lines = readDraft(draft);
  // What was shown fits what is asked for, or it is shown anew.
  const isShown = last?.draft === draft && last.direction === direction;
  const checked = isShown ? last.answer : null;
  const whyNoCheck = sayMissing(t, listMissing(draft));
  const check = () =>
    act(async () => {
      const body = { direction, lines: [...(lines ?? [])] };
      const answer = await client.call(moneyRoutes.checkPosting, { body });
      setLast({ draft, direction, answer });
    }, '');
  return (
    <>
      <PageHead
        back={{ path: 'money', label: t('page.money') }}
        text={t('money.new.text')}
        title={t('money.new')}
      />
      <div className="office-stack">
        <Panel isFramed isPadded title={t('money.lines')}>
          <div className="office-form money-form">
            <Segmented<Direction>
              label={t('money.direction')}
              onChange={(next) => {
                setDirection(next);
                if (next === 'debit' && ground === 'opening') setGround('bank');
              }}
              options={postingDirections.map((value) => ({ value, label: t(`money.${value}`) }))}
              value={direction}
            />
            <Select<Ground>
              hint={t(`money.ground.${ground}.text`)}
              label={t('money.ground')}
              onChange={setGround}
              options={postingGrounds
                .filter((value) => direction === 'credit' || value !== 'opening')
                .map((value) => ({ value, label: t(`money.ground.${value}`) }))}
              value={ground}
            />
            <LineFields draft={draft} onChange={setDraft} />
            <div className="office-actions">
              <Button
                {...whyNoCheck}
                isPending={isPending}
                onClick={() => void check()}
                variant={checked === null ? 'primary' : 'quiet'}
              >
                {t('money.check')}
              </Button>
              <Missing why={whyNoCheck} />
            </div>
          </div>
        </Panel>
        {checked === null ? null : (
          <>
            <Preview checked={checked} />
            {checked.problemsCount === 0 ? (
              <Asking direction={direction} ground={ground} lines={lines ?? []} />
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

/** The document, the reason, and the button that sends the request. */
function Asking(props: {
  direction: Direction;
  ground: Ground;
  lines: NonNullable<ReturnType<typeof readDraft>>;
}) {
  const t = useTexts('admin');
  const { direction, ground } = props;
  const [file, setFile] = useState<File | null>(null);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const { act, isPending } = useAction();
  const hasDocument = (file !== null) !== (reference.trim() !== '');
  const lacking: TextKey<'admin'>[] = [];
  if (!hasDocument) lacking.push('money.document');
  if (reason.trim().length < reasonMin) lacking.push('reason');
  const whyNot = sayMissing(t, lacking);
  const ask = () =>
    act(async () => {
      const brought =
        file === null ? { reference } : { file: { name: file.name, data: await readBase64(file) } };
      const body = { direction, ground, lines: [...props.lines], reason, ...brought };
      const { approvalId } = await client.call(moneyRoutes.makePosting, { body });
      goTo(`money/${approvalId}`);
    }, t('approval.made'));
  return (
    <Panel isFramed isPadded title={t('money.document')}>
      <div className="office-form money-form">
        <FileChoice
          accept={documentEndings}
          bytesMax={documentBytesMax}
          file={file}
          hint={t('money.document.hint')}
          label={t('money.document.file')}
          onChange={setFile}
        />
        <TextArea
          hint={t('money.reference.hint')}
          isDisabled={file !== null}
          label={t('money.reference')}
          maxLength={referenceLengthMax}
          onChange={setReference}
          rows={2}
          value={file === null ? reference : ''}
        />
        <TextArea
          label={t('reason')}
          maxLength={500}
          onChange={setReason}
          rows={2}
          value={reason}
        />
        <Banner>{t('money.two')}</Banner>
        <div className="office-actions">
          <Button {...whyNot} isPending={isPending} onClick={() => void ask()} variant="primary">
            {t('approval.ask')}
          </Button>
          <Missing why={whyNot} />
        </div>
      </div>
    </Panel>
  );
}
