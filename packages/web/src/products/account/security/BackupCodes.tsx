// The backup codes, shown once: all of them copied or saved as a file by one press each. What is
// kept says what it is, of which exchange, and what one code is good for.
import { Button, saveFile, useToasts } from '@isobath/ui';
import { useBrandName } from '../../../base/house.ts';
import { useRootData } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';

/** The codes. @param onKept - the person says that they have them. */
export function BackupCodes(props: { codes: readonly string[]; onKept: () => void }) {
  const t = useTexts('account');
  const toasts = useToasts();
  const { address } = useRootData().config;
  const house = useBrandName();
  const host = address === '' ? house : new URL(address).host;
  const write = () => {
    const head = [t('settings.backupOf', { host }), t('settings.backupText')];
    return `${[...head, '', ...props.codes].join('\n')}\n`;
  };
  const copy = () =>
    navigator.clipboard.writeText(write()).then(
      () => toasts.show({ kind: 'done', title: t('settings.codesCopied') }),
      () => toasts.show({ kind: 'error', title: t('settings.codesNotCopied') }),
    );
  const save = () => {
    // A colon before a port is no part of a name of a file everywhere.
    const name = `backup-codes-${host.replaceAll(/[^\p{L}\p{N}.]+/gu, '-')}.txt`;
    saveFile(name, new Blob([write()], { type: 'text/plain;charset=utf-8' }));
    toasts.show({ kind: 'done', title: t('settings.codesSaved', { name }) });
  };
  return (
    <div className="account-inline">
      <h3>{t('settings.backupTitle')}</h3>
      <p>{t('settings.backupText')}</p>
      <ul className="account-codes">
        {props.codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className="account-acts">
        <Button onClick={() => void copy()} variant="quiet">
          {t('settings.copyCodes')}
        </Button>
        <Button onClick={save} variant="quiet">
          {t('settings.saveCodes')}
        </Button>
        <Button onClick={props.onKept} variant="primary">
          {t('settings.kept')}
        </Button>
      </div>
    </div>
  );
}
