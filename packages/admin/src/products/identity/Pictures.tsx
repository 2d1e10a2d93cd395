// The pictures of a case, each marked with who looks and when. Every look is written down, so a
// picture is read once, stands for five minutes, and is asked for again after that.
// Shown by CaseView.tsx.
import { MarkedPicture, useRead } from '@isobath/kit';
import { Button, formatUtc, Panel, saveFile, Skeleton } from '@isobath/ui';
import { type IdentityFileKind, type ReviewCase, reviewRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { useOperator } from '../../base/session.ts';
import { useAction } from '../../base/use-action.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';

const SHOWN_MS = 300_000;
const PICTURE_HEIGHT = 240;
const PDF = 'application/pdf';

type OwnKind = Exclude<IdentityFileKind, 'address' | 'supplement' | 'company_supplement'>;

/** What a file shows; of answers, what it answers. */
function nameFile(
  t: Translate<'identity'>,
  { fileId, kind }: { fileId: number; kind: IdentityFileKind },
  answers: Answers,
): string {
  const answer = answers.find((one) => one.fileId === fileId);
  if (answer !== undefined) return `${t('desk.answers')}: ${t(`item.${answer.item}`)}`;
  if (kind === 'address') return t('item.proof_of_address');
  const isAnswer = kind === 'supplement' || kind === 'company_supplement';
  return isAnswer ? t('desk.answers') : t(`file.${kind satisfies OwnKind}`);
}

type Answers = NonNullable<ReviewCase['supplement']>['answers'];

interface PictureProps {
  readonly recordId: number;
  readonly fileId: number;
  readonly name: string;
}

/** The pictures. */
export function Pictures({ shown }: { shown: ReviewCase }) {
  const t = useTexts('identity');
  const { recordId } = shown.row;
  const answers = shown.supplement?.answers ?? [];
  return (
    <div className="identity-column">
      {shown.files.map((file) => {
        const { fileId, kind, mediaType } = file;
        const name = nameFile(t, file, answers);
        return (
          <Panel isFramed isPadded key={fileId} title={name}>
            {mediaType === PDF ? (
              <Paper fileId={fileId} name={kind} recordId={recordId} />
            ) : (
              <Picture fileId={fileId} name={name} recordId={recordId} />
            )}
          </Panel>
        );
      })}
    </div>
  );
}

async function readFile(
  body: { recordId: number; fileId: number },
  options: { signal?: AbortSignal } = {},
): Promise<Blob> {
  const { type, data } = await client.call(reviewRoutes.file, { body, ...options });
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type });
}

/** A paper that could run something where it is shown: it is saved, and never shown here. */
function Paper({ recordId, fileId, name }: PictureProps) {
  const t = useTexts('identity');
  const { act, isPending } = useAction();
  const save = () =>
    act(async () => {
      saveFile(`${name}-${fileId}.pdf`, await readFile({ recordId, fileId }));
    }, '');
  return (
    <div className="identity-column">
      <p className="identity-paper">{t('desk.paper')}</p>
      <div>
        <Button isPending={isPending} onClick={() => void save()} size="small" variant="quiet">
          {t('desk.save')}
        </Button>
      </div>
    </div>
  );
}

function Picture(props: PictureProps) {
  const t = useTexts('identity');
  const [looksCount, setLooksCount] = useState(1);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [looksCount]);
  if (!isOver) return <Look {...props} look={looksCount} />;
  const again = () => {
    setLooksCount((last) => last + 1);
    setOver(false);
  };
  return <Button onClick={again}>{t('desk.showAgain')}</Button>;
}

/** One look; look: its number, as each is a call of its own. */
function Look({ recordId, fileId, name, look }: PictureProps & { readonly look: number }) {
  const { email } = useOperator();
  const found = useRead(
    ['identity-file', fileId, look],
    async (signal) => {
      const content = await readFile({ recordId, fileId }, { signal });
      return { content, mark: `${email} ${formatUtc(Date.now())}` };
    },
    { isOnce: true },
  );
  if (found.data === null && found.failure === null) return <Skeleton height={PICTURE_HEIGHT} />;
  return (
    <LoadedBody read={found}>
      {({ content, mark }) => <MarkedPicture content={content} label={name} mark={mark} />}
    </LoadedBody>
  );
}
