// The reader's own level: what it stands on, how far the next one is, until when it is held. A
// guest has level 0 and a way to sign in. Shown by ../FeesPage.tsx.
import type { OwnVip } from '@isobath/wire';
import { KeyValue, Moment, Money } from '@isobath/ui';
import { loginAddress } from '../../../base/address.ts';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { FeeLevel } from './schedule.ts';

/** What is still to be traded for a level, decimal text: exact to the last digit. */
function subtract(one: string, two: string): string {
  const scale = Math.max(...[one, two].map((text) => text.split('.')[1]?.length ?? 0));
  const read = (text: string) => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(scale, '0'));
  };
  const text = String(read(one) - read(two)).padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** The panel. @param own - null for a guest. */
export function OwnLevel(props: { own: OwnVip | null; levels: readonly FeeLevel[] }) {
  const t = useTexts('coins');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { own, levels } = props;
  if (own === null) {
    return (
      <section aria-label={t('fees.yourLevel')} className="fees-own">
        <p className="fees-own-level">{shell('user.vip', { level: 0 })}</p>
        <p className="market-lead">{t('fees.guest')}</p>
        <ButtonLink to={loginAddress(locale, `/${locale}/rateStandard`)}>
          {shell('signIn')}
        </ButtonLink>
      </section>
    );
  }
  const next = levels.find(({ level }) => level === own.vipLevel + 1);
  const wanted = next?.volumeUsdt;
  const share = wanted === undefined ? 1 : Math.min(1, Number(own.volumeUsdt) / Number(wanted));
  return (
    <section aria-label={t('fees.yourLevel')} className="fees-own">
      <p className="fees-own-level">{t('fees.own', { level: own.vipLevel })}</p>
      <KeyValue
        facts={[
          {
            key: 'volume',
            label: t('fees.ownVolume', { days: own.days }),
            value: <Money decimals={2} isOwn standing="own" unit="USDT" value={own.volumeUsdt} />,
          },
          ...(own.countedUntil === 0
            ? []
            : [
                {
                  key: 'counted',
                  label: t('fees.counted'),
                  value: <Moment atMs={own.countedUntil} />,
                },
              ]),
          ...(own.heldUntil === 0 || own.isByHand || own.vipLevel === 0
            ? []
            : [{ key: 'held', label: t('fees.held'), value: <Moment atMs={own.heldUntil} /> }]),
        ]}
      />
      <div className="fees-next">
        {own.isByHand ? (
          <p>{t('fees.byHand')}</p>
        ) : wanted === undefined ? (
          <p>{t('fees.highest')}</p>
        ) : (
          <>
            <p>
              <span>{t('fees.next', { level: own.vipLevel + 1 })}</span>
              <Money
                decimals={2}
                isOwn
                standing="cost"
                unit="USDT"
                value={share >= 1 ? '0' : subtract(wanted, own.volumeUsdt)}
              />
            </p>
            <span aria-hidden="true" className="fees-bar">
              <span style={{ inlineSize: `${share * 100}%` }} />
            </span>
          </>
        )}
      </div>
    </section>
  );
}
