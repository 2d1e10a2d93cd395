// The second step: over which network. Each says how long it takes, how many confirmations it
// needs and the least amount; one that is closed says why.
import { QueryView } from '@isobath/kit';
import type { CapitalNetwork } from '@isobath/wire';
import { Caution, RadioCards, Skeleton, Tag, useUi } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import type { OwnCoin } from '../coins.ts';
import { useNetworkWords } from '../words.ts';
import type { Choice } from './use-choice.ts';

/** The step. */
export function NetworkStep({ choice }: { choice: Choice }) {
  const t = useTexts('capital');
  const { coin, networks } = choice;
  if (coin === undefined) return null;
  return (
    <div className="deposit-step">
      <p className="deposit-label">{t('network.label')}</p>
      <QueryView
        empty={<p className="capital-quiet">{t('network.none', { asset: coin.shortName })}</p>}
        isEmpty={(all) => all.length === 0}
        read={networks}
        size="small"
        waiting={<Skeleton height={72} />}
      >
        {(all) => (
          <>
            <Networks choice={choice} coin={coin} networks={all} />
            <Caution>{t('network.same')}</Caution>
          </>
        )}
      </QueryView>
    </div>
  );
}

function Networks(props: { networks: readonly CapitalNetwork[]; coin: OwnCoin; choice: Choice }) {
  const t = useTexts('capital');
  const { choice, coin, networks } = props;
  return (
    <RadioCards
      label={t('network.label')}
      onChange={(value) => choice.chooseNetwork(Number(value))}
      options={networks.map((network) => ({
        value: String(network.networkId),
        label: network.name,
        note: <NetworkNote asset={coin.shortName} network={network} />,
        icon: network.rechargeAble ? undefined : <Tag tone="warn">{t('network.closed')}</Tag>,
      }))}
      value={String(choice.network?.networkId ?? '')}
    />
  );
}

/** Arrival, confirmations and minimum in one line, or why it is closed. */
function NetworkNote({ network, asset }: { network: CapitalNetwork; asset: string }) {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const { formatList } = useFormatList();
  if (!network.rechargeAble) return words.showReason(network);
  return formatList([
    words.showArrival(network),
    words.showNeeded(network.confirmations),
    t('network.minimum', { amount: words.showAmount(network.minRecharge, asset) }),
  ]);
}

function useFormatList() {
  const { locale } = useUi();
  return {
    formatList: (parts: readonly string[]) =>
      new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts),
  };
}
