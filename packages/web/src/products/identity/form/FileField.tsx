// One picture or paper of a form: chosen from files or, on phones, taken with the camera. It is
// sent at once and says how far that is; what is refused says why. Used by the forms beside it.
import { describeFailure } from '@isobath/kit';
import {
  companyFileKinds,
  identityFileBytesMax,
  type IdentityFileKind,
  identityRoutes,
} from '@isobath/wire';
import { BadgeCheck, Button, Camera, Meter } from '@isobath/ui';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { uploadClient } from '../../../base/send-with-progress.ts';
import { useTexts } from '../../../base/texts.tsx';
import { CameraDialog } from './CameraDialog.tsx';
import type { SentFile } from './draft.ts';

const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];
const PAPERS = [...PICTURES, 'application/pdf'];

const isPaper = (kind: IdentityFileKind) =>
  (companyFileKinds as readonly IdentityFileKind[]).includes(kind);

/** A picture to send. */
export function FileField(props: {
  label: string;
  kind: IdentityFileKind;
  file: SentFile | undefined;
  error: string;
  onChange: (file: SentFile | null) => void;
}) {
  const t = useTexts('identity');
  const { label, file } = props;
  const upload = useUpload(props.kind, props.onChange);
  const [isCamera, setCamera] = useState(false);
  const error = upload.failure || props.error;
  const whyDisabled = upload.share === null ? undefined : t('file.sending');
  return (
    <section aria-label={label} className="identity-file" data-error={error ? '' : undefined}>
      {upload.picture === '' ? (
        <span aria-hidden="true" className="identity-file-picture">
          {file === undefined ? <Camera /> : <BadgeCheck />}
        </span>
      ) : (
        <img alt="" className="identity-file-picture" src={upload.picture} />
      )}
      <div className="identity-file-words">
        <h3>{label}</h3>
        {upload.share === null ? (
          <p className="identity-note">
            {file === undefined
              ? t(isPaper(props.kind) ? 'file.paperHint' : 'file.hint')
              : `${t('file.sent')}: ${file.name}`}
          </p>
        ) : (
          <Meter label={t('file.sending')} share={upload.share} words={t('file.sending')} />
        )}
        {error ? (
          <p className="identity-error" role="alert">
            {error}
          </p>
        ) : null}
        <div className="identity-file-acts">
          <Chooser
            kind={props.kind}
            onTake={upload.take}
            text={t(file === undefined ? 'file.choose' : 'file.again')}
            what={label}
            whyDisabled={whyDisabled}
          />
          <span className="identity-camera">
            <Button
              onClick={() => setCamera(true)}
              size="small"
              variant="quiet"
              whyDisabled={whyDisabled}
            >
              {t('file.photo')}
            </Button>
          </span>
        </div>
      </div>
      {isCamera ? (
        <CameraDialog
          isSelfie={props.kind === 'selfie'}
          onClose={() => setCamera(false)}
          onTake={upload.take}
          title={label}
        />
      ) : null}
    </section>
  );
}

/** A button over an input for files. */
function Chooser(props: {
  kind: IdentityFileKind;
  text: string;
  what: string;
  whyDisabled: string | undefined;
  onTake: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file !== undefined) props.onTake(file);
  };
  return (
    <span>
      <Button
        onClick={() => input.current?.click()}
        size="small"
        variant="quiet"
        whyDisabled={props.whyDisabled}
      >
        {props.text}
      </Button>
      <input
        accept={(isPaper(props.kind) ? PAPERS : PICTURES).join()}
        aria-label={`${props.text}: ${props.what}`}
        hidden
        onChange={take}
        ref={input}
        type="file"
      />
    </span>
  );
}

/** Sends a picture; share: how much has left, null while none is on its way. */
function useUpload(kind: IdentityFileKind, onChange: (file: SentFile | null) => void) {
  const t = useTexts('identity');
  const kit = useTexts('kit');
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const [picture, setPicture] = useState('');
  useEffect(() => () => URL.revokeObjectURL(picture), [picture]);
  const take = async (file: File) => {
    if (share !== null) return;
    const types = isPaper(kind) ? PAPERS : PICTURES;
    if (!types.includes(file.type) || file.size > identityFileBytesMax) {
      setFailure(t(isPaper(kind) ? 'file.paperBad' : 'file.bad'));
      return;
    }
    setFailure('');
    setShare(0);
    try {
      const body = { kind, file };
      const { fileId } = await uploadClient(setShare).call(identityRoutes.takeFile, { body });
      setPicture(PICTURES.includes(file.type) ? URL.createObjectURL(file) : '');
      onChange({ fileId, name: file.name });
    } catch (error) {
      setFailure(describeFailure(error, kit));
    }
    setShare(null);
  };
  return { share, failure, picture, take: (file: File) => void take(file) };
}
