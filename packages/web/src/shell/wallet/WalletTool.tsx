// The wallet in the header of web3 mode: a way to connect one, or what can be done with the one
// that is. Not here: how it is connected (ConnectDialog.tsx).
import type { ConnectedWallet } from '@isobath/wire';
import { Button, Menu } from '@isobath/ui';
import { useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSetting, writeSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ConnectDialog } from './ConnectDialog.tsx';
import { walletSetting } from './wallet-setting.ts';

/** The tool. */
export function WalletTool() {
  const [wallet] = useSetting(walletSetting);
  const t = useTexts('shell');
  const locale = useLocale();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const keep = useCallback(
    (connected: ConnectedWallet) => {
      writeSetting(walletSetting, connected);
      setOpen(false);
      void navigate(`/${locale}/web3/asset/`);
    },
    [navigate, locale],
  );
  if (wallet !== null) return <WalletMenu wallet={wallet} />;
  return (
    <>
      <Button onClick={() => setOpen(true)} size="small" variant="primary">
        {t('connectWallet')}
      </Button>
      {isOpen ? <ConnectDialog onClose={close} onConnected={keep} /> : null}
    </>
  );
}

function WalletMenu(props: { wallet: ConnectedWallet }) {
  const t = useTexts('shell');
  const of = useTexts('site');
  const locale = useLocale();
  const navigate = useNavigate();
  const leave = () => {
    writeSetting(walletSetting, null);
    void navigate(`/${locale}/web3`);
  };
  const actions = [
    { key: 'assets', label: t('link.web3Assets'), link: <Link to={`/${locale}/web3/asset/`} /> },
    { key: 'support', label: t('link.support'), link: <Link to={`/${locale}/support/index`} /> },
    { key: 'leave', label: of('wallet.disconnect'), onSelect: leave },
  ];
  return (
    <Menu
      align="end"
      groups={[{ key: 'wallet', label: of('wallet.mine'), actions }]}
      trigger={
        <Button size="small" variant="quiet">
          {props.wallet.accountName}
        </Button>
      }
    />
  );
}
