// The transaction, address and memo of a deposit or withdrawal, to be copied or followed; and its
// fee where one was paid.
import type { CapitalNetwork, CapitalRecord } from '@isobath/wire';
import { Amount, CopyField, ExternalLink, KeyValue, Link } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';

/** @param props - network: undefined when it is not listed any more; asset: name of its coin. */
export function RecordFacts(props: {
  row: CapitalRecord;
  network: CapitalNetwork | undefined;
  asset: string;
}) {
  const t = useTexts('capital');
  const { row, network, asset } = props;
  const explorer = network?.explorer.replace('{tx}', row.txHash) ?? '';
  const hash = (
    <>
      <CopyField isHash label={t('records.hash')} value={row.txHash} />
      {explorer === '' ? null : (
        <Link href={explorer} rel="noopener" target="_blank">
          {t('records.explorer')} <ExternalLink aria-hidden="true" />
        </Link>
      )}
    </>
  );
  const facts = [
    { key: 'address', label: t('records.address'), address: row.address },
    ...(row.memo === '' ? [] : [{ key: 'memo', label: t('memo.label'), address: row.memo }]),
  ].map(({ address, ...fact }) => ({
    ...fact,
    value: <CopyField isHash label={fact.label} value={address} />,
  }));
  const paid = <Amount isOwn unit={asset} value={row.fee} />;
  const missing = {
    key: 'missing',
    label: t('records.missing'),
    value: <Amount isOwn unit={asset} value={row.missing} />,
  };
  const fee = { key: 'fee', label: t('out.fee'), value: paid };
  return (
    <KeyValue
      facts={[
        ...(row.missing === '' ? [] : [missing]),
        ...(row.txHash === '' ? [] : [{ key: 'hash', label: t('records.hash'), value: hash }]),
        ...facts,
        ...(/[1-9]/.test(row.fee) ? [fee] : []),
      ]}
    />
  );
}
