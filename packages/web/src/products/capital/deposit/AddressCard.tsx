// An address to deposit to: the code to scan, the address to copy, the memo where there is one, and
// what to know before sending. Whether the address is the exchange's own is checked by the server
// before it answers; nothing here can check it again.
import { type CapitalNetwork, type depositRoutes, type RouteAnswer } from '@isobath/wire';
import {
  Banner,
  Button,
  Caution,
  Check,
  Checkbox,
  Copy,
  CopyField,
  HashText,
  KeyValue,
  Share2,
  useCopy,
  useUi,
} from '@isobath/ui';
import { useEffect, useState } from 'react';
import { QrPicture } from '../../../base/downloads/QrPicture.tsx';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useRootData } from '../../../base/session.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { OwnCoin } from '../coins.ts';
import { useNetworkWords } from '../words.ts';
import { AddressesDialog } from './AddressesDialog.tsx';

type Given = RouteAnswer<typeof depositRoutes.coinAddress>;

const TAIL_CHARACTERS = 8;

interface CardProps {
  readonly coin: OwnCoin;
  readonly network: CapitalNetwork;
  readonly given: Given;
  readonly onChange: () => void;
}

/** The card. @param props - onChange: another address was selected. */
export function AddressCard(props: CardProps) {
  const t = useTexts('capital');
  const { coin, network, given } = props;
  const { mode } = useRootData();
  const [knowsMemo, setKnowsMemo] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const isShown = !network.memoNeeded || knowsMemo;
  const names = { asset: coin.shortName, network: network.name };
  return (
    <div className="deposit-address">
      {network.memoNeeded ? (
        <Banner title={t('memo.title')} tone="danger">
          <p>{t('memo.text', names)}</p>
          <Checkbox isOn={knowsMemo} label={t('memo.tick')} onChange={setKnowsMemo} />
        </Banner>
      ) : null}
      {isShown ? (
        <>
          <Shown address={given.address} onChoose={() => setChoosing(true)} />
          {given.memo === '' ? null : (
            <div className="deposit-memo">
              <p className="deposit-label">{t('memo.label')}</p>
              <CopyField label={t('memo.label')} value={given.memo} />
            </div>
          )}
        </>
      ) : null}
      {mode === 'sandbox' && isShown ? <TestCoins {...props} /> : null}
      <Caution>{t('address.only', names)}</Caution>
      <Terms {...props} />
      <AddressesDialog
        isOpen={isChoosing}
        network={network}
        onChange={props.onChange}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
}

/** The code, the address in groups, and the ways to take it elsewhere. */
function Shown({ address, onChoose }: { address: string; onChoose: () => void }) {
  const t = useTexts('capital');
  const { words } = useUi();
  const { copy, isCopied } = useCopy();
  // The server that draws the page first does not know what the browser can do.
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === 'function'), []);
  const share = () => {
    // Whoever closes the sheet again has decided so.
    navigator.share({ text: address }).catch(() => {});
  };
  return (
    <div className="deposit-shown">
      <QrPicture address={address} label={t('address.code')} />
      <div className="deposit-words">
        <p className="deposit-label">{t('address.label')}</p>
        <p className="deposit-hash">
          <HashText value={address} />
        </p>
        <div className="deposit-acts">
          <Button
            icon={isCopied ? <Check /> : <Copy />}
            onClick={() => copy(address)}
            variant="primary"
          >
            {isCopied ? words.copied : t('address.copy')}
          </Button>
          {canShare ? (
            <Button icon={<Share2 />} onClick={share} variant="quiet">
              {t('address.share')}
            </Button>
          ) : null}
          <Button onClick={onChoose} variant="quiet">
            {t('addresses.open')}
          </Button>
          <output className="ui-sr">{isCopied ? words.copied : ''}</output>
        </div>
      </div>
    </div>
  );
}

/** The way to the wallet outside, with this coin and address; a sandbox has one. */
function TestCoins({ coin, network, given }: CardProps) {
  const t = useTexts('capital');
  const locale = useLocale();
  const query = new URLSearchParams({
    network: String(network.networkId),
    name: String(coin.coinId),
    address: given.address,
  });
  return (
    <Banner
      actions={
        <ButtonLink size="small" to={`/${locale}/sandbox/chains?${query}`}>
          {t('chains.open')}
        </ButtonLink>
      }
    >
      {t('chains.open.text')}
    </Banner>
  );
}

/** What counts, when, and where it goes. */
function Terms({ coin, network, given }: CardProps) {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const { contract } = given;
  const facts = [
    {
      key: 'minimum',
      label: t('terms.minimum'),
      value: words.showAmount(given.minRecharge, coin.shortName),
    },
    {
      key: 'needed',
      label: t('terms.needed'),
      value: words.showNeeded(given.confirmations),
    },
    { key: 'arrival', label: t('terms.arrival'), value: words.showArrival(network) },
    { key: 'account', label: t('terms.account'), value: t('terms.spot') },
    ...(contract === ''
      ? []
      : [
          {
            key: 'contract',
            label: t('terms.contract'),
            value: <span title={contract}>{`…${contract.slice(-TAIL_CHARACTERS)}`}</span>,
          },
        ]),
  ];
  return <KeyValue facts={facts} />;
}
