// The page of a sandbox's local chains: the wallet outside the exchange sends, blocks are made and
// replaced. What is asked is a row that the chains take in turn; the page shows its outcome. Listed
// in products.ts.
import { type Read, QueryView, useRead } from '@isobath/kit';
import { type LocalChain, localChainRoutes, type RouteAnswer } from '@isobath/wire';
import { Amount, CopyField, EmptyState, KeyValue, Panel, Segmented, Skeleton } from '@isobath/ui';
import { useSearchParams } from 'react-router';
import type { Route } from './+types/ChainsPage';
import { browserClient } from '../../../base/client.ts';
import { pageRequest } from '../../../base/page-context.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useTexts } from '../../../base/texts.tsx';
import { loadNames, type RecordNames } from '../records/use-capital-records.tsx';
import { BlocksForms } from './BlocksForms.tsx';
import { RequestList } from './RequestList.tsx';
import { SendForm } from './SendForm.tsx';
import '../capital.css';
import './chains.css';

/** Texts of this page. */
export const handle = { texts: ['capital', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Names of coins and networks; only the sandbox has such chains. */
export async function loader(args: Route.LoaderArgs) {
  if (args.context.get(pageRequest).mode !== 'sandbox') throw new Response(null, { status: 404 });
  return loadNames(clientOfPerson(args));
}

type Chains = RouteAnswer<typeof localChainRoutes.read>;

const LOOK_MS = 2_000;

/** The page. */
export default function ChainsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('capital');
  const read = useRead(
    ['local chains'],
    (signal) => browserClient().call(localChainRoutes.read, { signal }),
    { everyMs: LOOK_MS },
  );
  return (
    <main className="capital-page">
      <h1 className="capital-title">{t('chains.title')}</h1>
      <p className="capital-lead">{t('chains.lead')}</p>
      <QueryView
        empty={
          <EmptyState drawing="hook" text={t('chains.none.text')} title={t('chains.none.title')} />
        }
        isEmpty={({ chains }) => chains.length === 0}
        read={read}
        waiting={<Skeleton height={420} />}
      >
        {(known) => <Known known={known} names={loaderData} read={read} />}
      </QueryView>
    </main>
  );
}

function Known(props: { known: Chains; names: RecordNames; read: Read<Chains> }) {
  const t = useTexts('capital');
  const [search, setSearch] = useSearchParams();
  const { known, names, read } = props;
  const asked = Number(search.get('network'));
  const chain = known.chains.find(({ networkId }) => networkId === asked) ?? known.chains[0];
  if (chain === undefined) return null;
  const { networkId } = chain;
  return (
    <>
      <div className="chains-choice">
        <Segmented
          label={t('network.label')}
          onChange={(value) =>
            setSearch({ network: value }, { replace: true, preventScrollReset: true })
          }
          options={known.chains.map((one) => ({ value: String(one.networkId), label: one.name }))}
          value={String(networkId)}
        />
      </div>
      <div className="chains-columns">
        <Panel isFramed isPadded title={t('chains.send')}>
          <SendForm
            address={search.get('address') ?? ''}
            chain={chain}
            coinId={Number(search.get('name'))}
            key={networkId}
            names={names}
            onAsked={read.reload}
          />
        </Panel>
        <div className="chains-side">
          <Panel isFramed isPadded title={t('chains.wallet')}>
            <Wallet chain={chain} names={names} />
          </Panel>
          <Panel isFramed isPadded title={t('chains.blocks')}>
            <BlocksForms chain={chain} key={networkId} onAsked={read.reload} />
          </Panel>
        </div>
      </div>
      <Panel className="chains-requests" isFramed title={t('chains.requests')}>
        <RequestList names={names} requests={known.requests} />
      </Panel>
    </>
  );
}

/** What the wallet outside has, and where its chain ends. */
function Wallet({ chain, names }: { chain: LocalChain; names: RecordNames }) {
  const t = useTexts('capital');
  const nameOf = (asked: number) =>
    names.coins.find(({ coinId }) => coinId === asked)?.shortName ?? String(asked);
  return (
    <KeyValue
      facts={[
        {
          key: 'height',
          label: t('chains.height'),
          value: <Amount value={String(chain.height)} />,
        },
        {
          key: 'address',
          label: t('records.address'),
          value: <CopyField isHash label={t('chains.wallet')} value={chain.outsideAddress} />,
        },
        ...chain.holdings.map(({ coinId, amount }) => ({
          key: String(coinId),
          label: nameOf(coinId),
          value: <Amount value={amount} />,
        })),
      ]}
    />
  );
}
