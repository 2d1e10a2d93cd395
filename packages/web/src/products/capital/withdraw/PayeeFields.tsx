// Where it goes: a new address or a saved one, and the memo where the network takes one. What is
// wrong with an address stands below it, with what to do.
import type { CapitalNetwork, SavedAddress } from '@isobath/wire';
import { Banner, Link, Moment, SearchSelect, Segmented, TextField } from '@isobath/ui';
import { Link as RouterLink } from 'react-router';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { ShortHash } from '../records/ShortHash.tsx';
import type { Payee } from './use-payee.ts';

const ADDRESS_MAX = 128;

/** Words of the exchange about an address. */
const faults = ['address_invalid', 'address_other_network', 'address_no_payee'] as const;

/** What is wrong with the address, in words; "" when nothing is. */
export function useAddressFault(payee: Payee): string {
  const t = useTexts('capital');
  const word = payee.judged?.validity?.word ?? '';
  const isNone = payee.judged !== null && payee.judged.networkIds.length === 0;
  const fault = isNone ? 'address_invalid' : faults.find((one) => one === word);
  return fault === undefined ? '' : t(`fault.${fault}`);
}

/**
 * The fields.
 *
 * @param props - refused: what the exchange said of address and memo when it was asked to pay.
 */
export function PayeeFields(props: {
  payee: Payee;
  network: CapitalNetwork | undefined;
  isBookOnly: boolean;
  refused: { readonly address?: string | undefined; readonly memo?: string | undefined };
}) {
  const t = useTexts('capital');
  const { payee, network, isBookOnly, refused } = props;
  const hasBook = (payee.book.data?.length ?? 0) > 0;
  return (
    <div className="deposit-step">
      {isBookOnly ? <Banner>{t('out.bookOnly')}</Banner> : null}
      {hasBook && !isBookOnly ? (
        <Segmented
          isFull
          label={t('out.to')}
          onChange={(value) => payee.setSaved(value === 'saved')}
          options={[
            { value: 'new', label: t('out.new') },
            { value: 'saved', label: t('book.title') },
          ]}
          value={payee.isSaved ? 'saved' : 'new'}
        />
      ) : null}
      {payee.isSaved ? (
        <SavedChoice hasBook={hasBook} payee={payee} refused={refused.address} />
      ) : (
        <Typed network={network} payee={payee} refused={refused} />
      )}
    </div>
  );
}

function Typed(props: {
  payee: Payee;
  network: CapitalNetwork | undefined;
  refused: { readonly address?: string | undefined; readonly memo?: string | undefined };
}) {
  const t = useTexts('capital');
  const { payee, network, refused } = props;
  const fault = useAddressFault(payee);
  const { judged } = payee;
  const isMemoWrong = judged?.validity?.word === 'memo_wrong' && payee.memo !== '';
  const known = judged?.validity?.savedAs ?? '';
  return (
    <>
      <TextField
        error={refused.address ?? fault}
        hint={known === '' ? t('out.addressHint') : t('out.savedAs', { name: known })}
        input={{ autoComplete: 'off', maxLength: ADDRESS_MAX, spellCheck: false }}
        label={t('out.address')}
        onChange={payee.setAddress}
        value={payee.address}
      />
      {network?.memoNeeded === true || payee.memo !== '' ? (
        <TextField
          error={refused.memo ?? (isMemoWrong ? t('fault.memo_wrong') : '')}
          hint={t('out.memoHint')}
          input={{ autoComplete: 'off', maxLength: ADDRESS_MAX, spellCheck: false }}
          label={t('memo.label')}
          onChange={payee.setMemo}
          value={payee.memo}
        />
      ) : null}
    </>
  );
}

function SavedChoice(props: { payee: Payee; hasBook: boolean; refused: string | undefined }) {
  const t = useTexts('capital');
  const locale = useLocale();
  const { payee } = props;
  if (!props.hasBook) {
    return (
      <p className="capital-quiet">
        {t('out.noBook')}{' '}
        <Link render={<RouterLink to={`/${locale}/assetManagement/extract?tab=book`} />}>
          {t('book.add')}
        </Link>
      </p>
    );
  }
  return (
    <SearchSelect
      error={props.refused ?? ''}
      hint={payee.saved === undefined ? undefined : <SavedNote row={payee.saved} />}
      label={t('out.address')}
      onChange={(value) => payee.chooseSaved(Number(value))}
      options={(payee.book.data ?? []).map((row) => ({
        value: String(row.id),
        label: row.remark === '' ? row.address : row.remark,
        note: row.address,
      }))}
      placeholder={t('out.choose')}
      value={payee.saved === undefined ? null : String(payee.saved.id)}
    />
  );
}

/** The address itself, and from when on it may be used. */
function SavedNote({ row }: { row: SavedAddress }) {
  const t = useTexts('capital');
  return (
    <>
      <ShortHash hash={row.address} label={t('records.address')} />{' '}
      {row.usableAtMs > Date.now() ? (
        <>
          {t('book.usable')} <Moment atMs={row.usableAtMs} />
        </>
      ) : null}
    </>
  );
}
