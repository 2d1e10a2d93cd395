// The third step: the address, or why there is none now and when it is asked for again.
// Not the address as it is shown (AddressCard.tsx).
import { QueryView, useRead } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { type CapitalNetwork, depositRoutes } from '@isobath/wire';
import { Button, Countdown, EmptyState, Skeleton } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import type { OwnCoin } from '../coins.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useNetworkWords } from '../words.ts';
import { AddressCard } from './AddressCard.tsx';
import type { Choice } from './use-choice.ts';

const AGAIN_MS = 10_000;
/** As in the table of codes: the network takes nothing now, or no address of it is free. */
const SUSPENDED = 20_401;

/** The step. */
export function AddressStep({ coin, choice }: { coin: OwnCoin; choice: Choice }) {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const { network, networks } = choice;
  if (networks.data === null) return networks.failure === null ? <Waiting /> : null;
  if (network === undefined) {
    return <EmptyState size="small" text={t('first.network')} title={t('first.title')} />;
  }
  if (!network.rechargeAble) {
    // The networks are read again by themselves, every few seconds while this one is closed.
    return (
      <EmptyState
        drawing="hook"
        size="small"
        text={
          <>
            <p>{words.showReason(network)}</p>
            {network.suspendedReason === 'absent' ? null : <p>{t('closed.again')}</p>}
          </>
        }
        title={t('closed.title', { network: network.name })}
      />
    );
  }
  return <OpenAddress coin={coin} key={`${coin.coinId} ${network.networkId}`} network={network} />;
}

function Waiting() {
  return <Skeleton height={340} />;
}

const isSuspended = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === SUSPENDED;

/** The address of an open network: given at the first question. */
function OpenAddress({ coin, network }: { coin: OwnCoin; network: CapitalNetwork }) {
  const { coinId } = coin;
  const { networkId } = network;
  const read = useRead(
    ['deposit address', coinId, networkId],
    (signal) =>
      browserClient().call(depositRoutes.coinAddress, { body: { coinId, networkId }, signal }),
    { isOnce: true },
  );
  if (read.data === null && isSuspended(read.failure)) {
    return <NoAddressYet failure={read.failure} isReading={read.isReading} onAsk={read.reload} />;
  }
  return (
    <QueryView read={read} size="small" waiting={<Waiting />}>
      {(given) => (
        <AddressCard coin={coin} given={given} network={network} onChange={read.reload} />
      )}
    </QueryView>
  );
}

/** No address is free, or the wallets are not ready: it is asked again by itself. */
function NoAddressYet(props: { failure: unknown; isReading: boolean; onAsk: () => void }) {
  const t = useTexts('capital');
  const [nextAtMs, setNextAtMs] = useState(() => Date.now() + AGAIN_MS);
  useEffect(() => setNextAtMs(Date.now() + AGAIN_MS), [props.failure]);
  return (
    <EmptyState
      actions={
        <Button isPending={props.isReading} onClick={props.onAsk} size="small" variant="quiet">
          {t('waiting.now')}
        </Button>
      }
      drawing="hook"
      size="small"
      text={
        <>
          <p>{t('waiting.text')}</p>
          <p>
            {t('waiting.next')}{' '}
            <Countdown isWait key={nextAtMs} onEnd={props.onAsk} toMs={nextAtMs} />
          </p>
        </>
      }
      title={t('waiting.title')}
    />
  );
}
