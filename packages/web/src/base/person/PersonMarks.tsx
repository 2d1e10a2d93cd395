// What stands beside a person's name: the level of fees, and whether it is known who they are.
// Header, overview and settings show the same marks.
import type { IdentityLevel, SessionAnswer } from '@isobath/wire';
import { BadgeCheck, Clock3, Tag } from '@isobath/ui';
import { useTexts } from '../texts.tsx';

/** The kind of VIP that has a label of its own. */
const SPECIAL = 2;

/** The level of fees; the special kind says so. */
export function VipTag(props: { session: Pick<SessionAnswer, 'vipLevel' | 'vipType'> }) {
  const t = useTexts('shell');
  const { vipLevel: level, vipType } = props.session;
  const isSpecial = vipType === SPECIAL;
  return (
    <Tag tone={isSpecial ? 'you' : 'outline'}>
      {t(isSpecial ? 'user.svip' : 'user.vip', { level })}
    </Tag>
  );
}

/** Whether it is known who somebody is. */
export function IdentityTag(props: { level: IdentityLevel }) {
  const t = useTexts('shell');
  const { level } = props;
  if (level === 'none') return <Tag tone="outline">{t('user.level.none')}</Tag>;
  const isWaiting = level === 'progress';
  return (
    <Tag
      icon={isWaiting ? <Clock3 aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />}
      tone={isWaiting ? 'warn' : 'info'}
    >
      {t(`user.level.${level}`)}
    </Tag>
  );
}
