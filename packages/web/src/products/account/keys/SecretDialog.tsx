// The secret of a new key, shown this once. It is kept nowhere and cannot be shown again.
import { Banner, Button, CopyField, Dialog } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';

/** A new key; `secret` is "" when the person signs with a pair of their own. */
export interface NewSecret {
  readonly apiKey: string;
  readonly secret: string;
}

/** Show a new key once. */
export function SecretDialog(props: { secret: NewSecret | null; onClose: () => void }) {
  const t = useTexts('keys');
  const { secret } = props;
  return (
    <Dialog
      foot={
        <Button onClick={props.onClose} variant="primary">
          {t('stored')}
        </Button>
      }
      isOpen={secret !== null}
      isSticky
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      title={t('madeTitle')}
    >
      {secret === null ? null : (
        <div className="keys-form">
          <div className="keys-secret">
            <span>{t('apiKey')}</span>
            <CopyField label={t('apiKey')} value={secret.apiKey} />
          </div>
          {secret.secret === '' ? null : (
            <>
              <div className="keys-secret">
                <span>{t('secret')}</span>
                <CopyField label={t('secret')} value={secret.secret} />
              </div>
              <Banner tone="warn">{t('secretOnce')}</Banner>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
