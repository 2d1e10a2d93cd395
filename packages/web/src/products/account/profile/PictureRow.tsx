// The person's face: an own picture, cut square and made small in the browser before it is sent,
// or the drawing of their number.
import { type SessionAnswer, userRoutes } from '@isobath/wire';
import { Button, Portrait, useToasts } from '@isobath/ui';
import { type ChangeEvent, useRef } from 'react';
import { browserClient } from '../../../base/client.ts';
import { openPicture } from '../../../base/open-picture.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useCall } from '../../../base/codes/use-call.ts';

const SIDE_PX = 256;
const QUALITY = 0.85;

/** The middle square of a picture as a small file in base64; null when it is no picture. */
async function makeSmall(file: File): Promise<string | null> {
  const bitmap = await openPicture(file);
  if (bitmap === null) return null;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const side = Math.min(bitmap.width, bitmap.height);
  const left = (bitmap.width - side) / 2;
  const top = (bitmap.height - side) / 2;
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
  bitmap.close();
  return canvas.toDataURL('image/webp', QUALITY).split(',')[1] ?? null;
}

/** The row. */
export function PictureRow(props: { session: SessionAnswer; onChange: () => void }) {
  const t = useTexts('account');
  const toasts = useToasts();
  const call = useCall(t('offline'));
  const input = useRef<HTMLInputElement>(null);
  const { session, onChange } = props;

  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file === undefined) return;
    const picture = await makeSmall(file);
    if (picture === null) {
      toasts.show({ kind: 'error', title: t('settings.photoFailed') });
      return;
    }
    const body = { picture };
    const answer = await call.run(() => browserClient().call(userRoutes.photoTake, { body }));
    if (answer !== undefined) onChange();
  };
  const remove = async () => {
    const answer = await call.run(() => browserClient().call(userRoutes.photoRemove));
    if (answer !== undefined) onChange();
  };
  return (
    <div className="settings-picture">
      <Portrait isOwn seed={session.fid} size={72} src={session.photo} />
      <div className="settings-picture-words">
        <p>{call.refusal || t('settings.photoText')}</p>
        <div className="settings-picture-acts">
          <Button
            isPending={call.isRunning}
            onClick={() => input.current?.click()}
            size="small"
            variant="quiet"
          >
            {t('settings.photoChoose')}
          </Button>
          {session.photo === '' ? null : (
            <Button onClick={() => void remove()} size="small" variant="plain">
              {t('settings.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('settings.photoChoose')}
        hidden
        onChange={(event) => void take(event)}
        ref={input}
        type="file"
      />
    </div>
  );
}
