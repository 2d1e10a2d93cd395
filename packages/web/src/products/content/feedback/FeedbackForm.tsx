// Tell the house something: what kind, in words, with up to three pictures. What was typed stays
// until it was taken. Not the list of what was sent (FeedbackList.tsx).
import { ApiError } from '@isobath/sdk';
import { feedbackLimits, feedbackRoutes, feedbackTypes, type FeedbackType } from '@isobath/wire';
import {
  Button,
  IconButton,
  Plus,
  RadioCards,
  TextArea,
  TextField,
  useToasts,
  X,
} from '@isobath/ui';
import { useRef, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { type ReadyPicture, readyPicture } from './pictures.ts';

interface Draft {
  readonly type: FeedbackType;
  readonly text: string;
  readonly contact: string;
  readonly pictures: readonly ReadyPicture[];
}

const empty: Draft = { type: 'fault', text: '', contact: '', pictures: [] };

async function sendDraft(draft: Draft, page: string): Promise<void> {
  const client = browserClient();
  const pictureIds: string[] = [];
  for (const { type, content } of draft.pictures) {
    const { pictureId } = await client.call(feedbackRoutes.addPicture, { body: { type, content } });
    pictureIds.push(pictureId);
  }
  const { type, text, contact } = draft;
  await client.call(feedbackRoutes.sendFeedback, {
    body: { type, text, contact, page, pictureIds },
  });
}

/** The form; `onSent` is called when it was taken. */
export function FeedbackForm(props: { page: string; onSent: () => void }) {
  const t = useTexts('content');
  const toasts = useToasts();
  const [draft, setDraft] = useState<Draft>(empty);
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const isShort = draft.text.trim().length < feedbackLimits.textLengthMin;
  const send = async () => {
    if (isSending) return;
    if (isShort) {
      setProblem(t('feedback.short'));
      return;
    }
    setSending(true);
    setProblem('');
    try {
      await sendDraft(draft, props.page);
      for (const { url } of draft.pictures) URL.revokeObjectURL(url);
      setDraft(empty);
      toasts.show({ kind: 'done', title: t('feedback.sent') });
      props.onSent();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('feedback.offline'));
    }
    setSending(false);
  };
  return (
    <form
      className="content-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <RadioCards
        label={t('feedback.type')}
        onChange={(type) => setDraft({ ...draft, type })}
        options={feedbackTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        value={draft.type}
      />
      <TextArea
        error={problem}
        hint={t('feedback.textHint')}
        label={t('feedback.text')}
        maxLength={feedbackLimits.textLengthMax}
        onChange={(text) => setDraft({ ...draft, text })}
        rows={7}
        value={draft.text}
      />
      <PictureField
        onChange={(pictures) => setDraft((before) => ({ ...before, pictures }))}
        pictures={draft.pictures}
      />
      <TextField
        hint={t('feedback.contactHint')}
        input={{ maxLength: 120, autoComplete: 'email' }}
        label={t('feedback.contact')}
        onChange={(contact) => setDraft({ ...draft, contact })}
        value={draft.contact}
      />
      <div>
        <Button isPending={isSending} type="submit" variant="primary">
          {t('feedback.send')}
        </Button>
      </div>
    </form>
  );
}

function PictureField(props: {
  pictures: readonly ReadyPicture[];
  onChange: (pictures: readonly ReadyPicture[]) => void;
}) {
  const t = useTexts('content');
  const { pictures, onChange } = props;
  const [isBad, setBad] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const roomLeft = feedbackLimits.picturesCountMax - pictures.length;
  const add = async (files: readonly File[]) => {
    const ready = await Promise.all(files.slice(0, roomLeft).map(readyPicture));
    setBad(ready.includes(null));
    onChange([...pictures, ...ready.filter((one) => one !== null)]);
    if (chooser.current !== null) chooser.current.value = '';
  };
  return (
    <fieldset className="content-pictures">
      <legend>{t('feedback.pictures')}</legend>
      <ul>
        {pictures.map((picture) => (
          <li key={picture.key}>
            <img alt={picture.name} height={72} src={picture.url} width={72} />
            <IconButton
              icon={<X />}
              label={t('feedback.remove', { name: picture.name })}
              onClick={() => {
                URL.revokeObjectURL(picture.url);
                onChange(pictures.filter(({ key }) => key !== picture.key));
              }}
              size="small"
            />
          </li>
        ))}
        {roomLeft === 0 ? null : (
          <li>
            <label className="content-picture-add">
              <Plus aria-hidden="true" />
              <span className="ui-sr">{t('feedback.add')}</span>
              <input
                accept="image/png,image/jpeg,image/webp"
                className="ui-sr"
                multiple
                onChange={(event) => void add([...(event.target.files ?? [])])}
                ref={chooser}
                type="file"
              />
            </label>
          </li>
        )}
      </ul>
      <p className="content-hint" role={isBad ? 'alert' : undefined}>
        {t(isBad ? 'feedback.bad' : 'feedback.pictureHint')}
      </p>
    </fieldset>
  );
}
