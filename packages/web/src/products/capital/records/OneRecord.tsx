// The withdrawal that was just asked for, followed until it is over.
import { Amount, KeyValue, Skeleton } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import type { RecordNames } from './use-capital-records.tsx';
import { useCapitalRecords } from './use-capital-records.tsx';
import { WithdrawalDetail } from './WithdrawalDetail.tsx';

const LIMIT = 10;

/** @param props - id: of a withdrawal among the newest. */
export function OneRecord({ names, id }: { names: RecordNames; id: string }) {
  const t = useTexts('capital');
  // The same read as the list below it: both draw from one answer.
  const { rows, state } = useCapitalRecords({ names, filter: {}, type: 2, limit: LIMIT });
  const row = rows?.find((one) => one.id === id);
  if (row === undefined) return <Skeleton height={220} />;
  const network = names.networks.find(({ networkId }) => networkId === row.networkId);
  const coin = names.coins.find(({ coinId }) => coinId === row.coinId);
  const asset = coin?.shortName ?? '';
  const amount = <Amount isOwn unit={asset} value={row.amount} />;
  return (
    <>
      <KeyValue
        facts={[
          { key: 'amount', label: t('out.receives'), value: amount },
          { key: 'network', label: t('network.label'), value: network?.name ?? row.networkId },
        ]}
      />
      <WithdrawalDetail asset={asset} network={network} onChange={state.reload} row={row} />
    </>
  );
}
