// What keeps a person from withdrawing for a time: the day after a change of security, and value
// that is locked. Shown by PersonPage.tsx to those who may read custody.
import { useRead } from '@isobath/kit';
import type { TextKey } from '@isobath/texts';
import { Amount, KeyValue, Moment, Panel } from '@isobath/ui';
import { custodyDeskRoutes } from '@isobath/wire';
import { client } from '../../../base/client.ts';
import { LoadedBody } from '../../../base/PageBody.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';

/** What a lock comes from; a word without a text stands as it is. */
function saySource(t: Translate<'custody'>, source: string): string {
  const key = `lock.${source}`;
  const said = t(key as TextKey<'custody'>);
  return said === key ? source : said;
}

/** The locks. */
export function WithdrawalLocks({ ownerId }: { ownerId: number }) {
  const t = useTexts('custody');
  const query = { ownerId: String(ownerId) };
  const loaded = useRead(['custody-locks', ownerId], (signal) =>
    client.call(custodyDeskRoutes.readLocks, { query, signal }),
  );
  return (
    <Panel isFramed isPadded title={t('locks.title')}>
      <LoadedBody read={loaded}>
        {({ securityUntil, locks }) =>
          securityUntil === 0 && locks.length === 0 ? (
            <span className="office-quiet">{t('locks.none')}</span>
          ) : (
            <KeyValue
              facts={[
                ...(securityUntil === 0
                  ? []
                  : [
                      {
                        key: 'security',
                        label: t('locks.security'),
                        value: <Moment atMs={securityUntil} />,
                      },
                    ]),
                ...locks.map(({ lockId, source, value, until }) => ({
                  key: String(lockId),
                  label: saySource(t, source),
                  value: (
                    <>
                      <Amount decimals={2} unit="USDT" value={value} /> · <Moment atMs={until} />
                    </>
                  ),
                })),
              ]}
            />
          )
        }
      </LoadedBody>
    </Panel>
  );
}
