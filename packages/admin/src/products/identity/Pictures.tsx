// The pictures of a case, each under the name of who looks and when. Every look is written down, so
// a picture is read once a visit. Shown by CaseView.tsx.
import { useRead } from '@isobath/kit';
import { formatUtc, Panel, Skeleton } from '@isobath/ui';
import { type IdentityFileKind, type ReviewCase, reviewRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { useOperator } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';

const MARKS = 12;

function nameFile(t: Translate<'identity'>, kind: IdentityFileKind): string {
  if (kind === 'front' || kind === 'back' || kind === 'selfie') return t(`file.${kind}`);
  return kind === 'address' ? t('item.proof_of_address') : t('desk.answers');
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

function Picture({ recordId, fileId, name }: { recordId: number; fileId: number; name: string }) {
  const { email } = useOperator();
  const [seenAt] = useState(() => formatUtc(Date.now()));
  const found = useRead(
    ['identity-file', fileId],
    (signal) => client.call(reviewRoutes.file, { body: { recordId, fileId }, signal }),
    { isOnce: true },
  );
  if (found.data === null && found.failure === null) return <Skeleton height={240} />;
  return (
    <LoadedBody read={found}>
      {({ type, data }) => (
        <div className="identity-picture">
          <img alt={name} src={`data:${type};base64,${data}`} />
          <div aria-hidden="true" className="identity-marks">
            {Array.from({ length: MARKS }, (_, at) => (
              <span key={at}>{`${email} ${seenAt}`}</span>
            ))}
          </div>
        </div>
      )}
    </LoadedBody>
  );
}
