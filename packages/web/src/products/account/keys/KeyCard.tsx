// One API key: its name, what it may do, from where, until when, and its last use.
import type { ApiKeyRow } from '@isobath/wire';
import { Button, CopyField, Moment, RelativeTime, Tag } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';

/** A key with its two actions. */
export function KeyCard(props: {
  row: ApiKeyRow;
  isExpired: boolean;
  onChange: () => void;
  onRevoke: () => void;
}) {
  const t = useTexts('keys');
  const { row } = props;
  return (
    <li className="keys-card">
      <div className="keys-card-head">
        <h2>{row.label}</h2>
        <span className="keys-tags">
          {props.isExpired ? <Tag tone="warn">{t('expired')}</Tag> : null}
          <Tag>{row.kind === 'hmac' ? 'HMAC-SHA256' : 'Ed25519'}</Tag>
          {row.permissions.map((permission) => (
            <Tag key={permission}>{t(`permission.${permission}`)}</Tag>
          ))}
        </span>
      </div>
      <CopyField label={t('apiKey')} value={row.apiKey} />
      <dl className="keys-facts">
        <div>
          <dt>{t('addresses')}</dt>
          <dd>{row.ipList.length === 0 ? t('anywhere') : row.ipList.join(', ')}</dd>
        </div>
        <div>
          <dt>{t('expires')}</dt>
          <dd>{row.expiresAt === 0 ? t('never') : <Moment atMs={row.expiresAt} form="date" />}</dd>
        </div>
        <div>
          <dt>{t('lastUsed')}</dt>
          <dd>
            {row.lastUsedAt === 0 ? (
              t('unused')
            ) : (
              <>
                <RelativeTime atMs={row.lastUsedAt} /> <small>{row.lastUsedIp}</small>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('created')}</dt>
          <dd>
            <Moment atMs={row.createdAt} form="date" />
          </dd>
        </div>
      </dl>
      <div className="keys-actions">
        <Button onClick={props.onChange} size="small">
          {t('change')}
        </Button>
        <Button onClick={props.onRevoke} size="small" variant="danger">
          {t('revoke')}
        </Button>
      </div>
    </li>
  );
}
