// The pictures of a case, each marked with who looks and when. Every look is written down, so a
// picture is read once, stands for five minutes, and is asked for again after that.
// Shown by CaseView.tsx.
import { MarkedPicture, useRead } from '@isobath/kit';
import { Button, formatUtc, Panel, Skeleton } from '@isobath/ui';
import { type IdentityFileKind, type ReviewCase, reviewRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { useOperator } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';

const SHOWN_MS = 300_000;
const PICTURE_HEIGHT = 240;

function nameFile(t: Translate<'identity'>, kind: IdentityFileKind): string {
  if (kind === 'front' || kind === 'back' || kind === 'selfie') return t(`file.${kind}`);
  return kind === 'address' ? t('item.proof_of_address') : t('desk.answers');
}

interface PictureProps {
  readonly recordId: number;
  readonly fileId: number;
  readonly name: string;
}

/** The pictures. */
export function Pictures(props: { recordId: number; files: ReviewCase['files'] }) {
  const t = useTexts('identity');
  return (
    <div className="identity-column">
      {props.files.map(({ fileId, kind }) => (
        <Panel isFramed isPadded key={fileId} title={nameFile(t, kind)}>
          <Picture fileId={fileId} name={nameFile(t, kind)} recordId={props.recordId} />
        </Panel>
      ))}
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
      const body = { recordId, fileId };
      const { type, data } = await client.call(reviewRoutes.file, { body, signal });
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      return { content: new Blob([bytes], { type }), mark: `${email} ${formatUtc(Date.now())}` };
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
