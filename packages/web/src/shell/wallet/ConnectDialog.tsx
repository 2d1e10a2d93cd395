// A wallet is connected by scanning a code with it. Closing forgets the code.
// Not here: the asking (use-connection.ts). Opened by WalletTool.tsx.
import type { ConnectedWallet } from '@isobath/wire';
import { Button, Dialog, ErrorState, Skeleton } from '@isobath/ui';
import { QrPicture } from '../../base/downloads/QrPicture.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useConnection } from './use-connection.ts';
import './wallet.css';

/** The dialog. */
export function ConnectDialog(props: {
  onConnected: (wallet: ConnectedWallet) => void;
  onClose: () => void;
}) {
  const t = useTexts('site');
  return (
    <Dialog
      isOpen
      onOpenChange={props.onClose}
      size="code"
      text={t('wallet.scan')}
      title={t('wallet.title')}
    >
      <Code onClose={props.onClose} onConnected={props.onConnected} />
    </Dialog>
  );
}

function Code(props: { onConnected: (wallet: ConnectedWallet) => void; onClose: () => void }) {
  const t = useTexts('site');
  const { onConnected, onClose } = props;
  const { connection, refresh } = useConnection({ onConnected, onRefused: onClose });
  if (connection.state === 'failed') {
    return <ErrorState onRetry={refresh} title={t('wallet.failed')} />;
  }
  const isOver = connection.state === 'expired';
  return (
    <div className="wallet-code" data-over={isOver ? '' : undefined}>
      {connection.state === 'loading' ? (
        <Skeleton height={135} width={135} />
      ) : (
        <QrPicture address={connection.token} label={t('wallet.code')} />
      )}
      <p role="status">{isOver ? t('wallet.expired') : null}</p>
      {isOver ? (
        <Button onClick={refresh} variant="primary">
          {t('wallet.refresh')}
        </Button>
      ) : null}
    </div>
  );
}
