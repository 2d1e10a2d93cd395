// Over which network it goes: what each costs and how long it takes. It follows the address; one
// that an address does not fit can be seen, and not chosen.
import { QueryView } from '@isobath/kit';
import type { CapitalNetwork, WithdrawTerms } from '@isobath/wire';
import { RadioCards, Skeleton, Tag, useUi } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import type { OwnCoin } from '../coins.ts';
import type { Choice } from '../deposit/use-choice.ts';
import { useNetworkWords } from '../words.ts';

/** @param props - networkIds: those that the address fits; undefined when none is typed. */
export function NetworkChoice(props: {
  choice: Choice;
  coin: OwnCoin;
  terms: readonly WithdrawTerms[];
  networkIds: readonly number[] | undefined;
  refused: string | undefined;
}) {
  const t = useTexts('capital');
  const { choice, coin, networkIds, terms } = props;
  const isUnfit = ({ networkId }: CapitalNetwork) =>
    networkIds !== undefined && networkIds.length > 0 && !networkIds.includes(networkId);
  return (
    <div className="deposit-step">
      <p className="deposit-label">{t('network.label')}</p>
      <QueryView
        empty={<p className="capital-quiet">{t('out.networkNone', { asset: coin.shortName })}</p>}
        isEmpty={(all) => all.length === 0}
        read={choice.networks}
        size="small"
        waiting={<Skeleton height={72} />}
      >
        {(all) => (
          <RadioCards
            label={t('network.label')}
            onChange={(value) => choice.chooseNetwork(Number(value))}
            options={all.map((network) => ({
              value: String(network.networkId),
              label: network.name,
              note: (
                <NetworkNote
                  asset={coin.shortName}
                  isUnfit={isUnfit(network)}
                  network={network}
                  terms={terms.find(({ networkId }) => networkId === network.networkId)}
                />
              ),
              icon: network.withdrawAble ? undefined : <Tag tone="warn">{t('network.closed')}</Tag>,
              isDisabled: isUnfit(network),
            }))}
            value={String(choice.network?.networkId ?? '')}
          />
        )}
      </QueryView>
      {props.refused === undefined ? null : (
        <p className="withdraw-fault" role="alert">
          {props.refused}
        </p>
      )}
    </div>
  );
}

/** Fee and arrival in one line, or why it cannot be used. */
function NetworkNote(props: {
  network: CapitalNetwork;
  terms: WithdrawTerms | undefined;
  asset: string;
  isUnfit: boolean;
}) {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const { locale } = useUi();
  const { network, terms, asset } = props;
  if (props.isUnfit) return t('out.unfit');
  if (!network.withdrawAble) return words.showClosedOut(network);
  if (terms === undefined) return null;
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format([
    t('out.feeOf', { amount: words.showAmount(terms.fee, asset) }),
    t('network.arrival', { time: words.showSeconds(terms.etaSeconds) }),
  ]);
}
