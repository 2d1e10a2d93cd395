// Officers of custody: how the signer is, what waits for them, who they are; freezing and thawing.
// Not one item (ItemDialog.tsx), nor making a passkey (EnrolView.tsx). Listed in index.ts.
import { useRead } from '@isobath/kit';
import {
  Banner,
  Button,
  type Column,
  CopyField,
  DataTable,
  EmptyState,
  KeyValue,
  Moment,
  Panel,
  RelativeTime,
  Tag,
} from '@isobath/ui';
import { type OfficerItem, type OfficerRow, officerRoutes, type OfficerView } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { FormDialog } from '../../base/FormDialog.tsx';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { consoleTag, type Translate, useTexts } from '../../base/texts.tsx';
import { toolHead } from '../../base/tool-head.tsx';
import { useAction } from '../../base/use-action.ts';
import { EnrolView } from './EnrolView.tsx';
import { ItemDialog, itemTones } from './ItemDialog.tsx';
import { writePaid } from './paid.ts';
import './officers.css';

const LOOK_EVERY_MS = 2_000;
/** Words of the signer's reasons that have a text. */
const knownReasons = ['host', 'officer', 'log_shorter', 'policy_unknown'] as const;

type Words = Translate<'officers'>;

/** The page. @param props - rest: the end of a link for enrolling. */
export function OfficersPage({ rest }: { rest: string }) {
  if (rest !== '') return <EnrolView token={rest} />;
  return <OfficersView />;
}

function OfficersView() {
  const t = useTexts('officers');
  const loaded = useRead(
    ['officers'],
    (signal) => client.call(officerRoutes.officers, { signal }),
    { everyMs: LOOK_EVERY_MS },
  );
  const [requestedId, setRequestedId] = useState<number | null>(null);
  return (
    <>
      <PageHead text={t('text')} title={t('title')} />
      <LoadedBody read={loaded}>
        {(view) => (
          <div className="officers-page">
            <SignerPanel
              onAsked={(itemId) => {
                setRequestedId(itemId);
                loaded.reload();
              }}
              view={view}
            />
            <Items onOpen={(item) => setRequestedId(item.itemId)} view={view} />
            <Officers view={view} />
            <Chosen
              itemId={requestedId}
              onClose={() => setRequestedId(null)}
              onDone={() => {
                setRequestedId(null);
                loaded.reload();
              }}
              view={view}
            />
          </div>
        )}
      </LoadedBody>
    </>
  );
}

function Chosen(props: {
  readonly itemId: number | null;
  readonly view: OfficerView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  // As it is now: others sign while it is looked at.
  const item = props.view.items.find(({ itemId }) => itemId === props.itemId);
  if (item === undefined) return null;
  const { view, onClose, onDone } = props;
  return <ItemDialog item={item} onClose={onClose} onDone={onDone} view={view} />;
}

function readReasons(reasons: readonly string[], t: Words): string {
  return reasons
    .map((reason) => {
      const known = knownReasons.find((one) => one === reason);
      return known === undefined ? reason : t(`reason.${known}`);
    })
    .join('; ');
}

function SignerPanel(props: {
  readonly view: OfficerView;
  readonly onAsked: (itemId: number) => void;
}) {
  const t = useTexts('officers');
  const { signer, statementKey, own } = props.view;
  const [asked, setAsked] = useState<'freeze' | 'thaw' | null>(null);
  const { act, isPending } = useAction();
  const kind = signer?.isFrozen === true ? 'thaw' : 'freeze';
  const ask = (wanted: 'freeze' | 'thaw') =>
    act(async () => {
      const body = { kind: wanted };
      const { itemId } = await client.call(officerRoutes.officerAsk, { body });
      setAsked(null);
      props.onAsked(itemId);
    }, '');
  if (signer === null) return <Banner>{t('signer.unknown')}</Banner>;
  return (
    <Panel
      isFramed
      isPadded
      title={t('signer')}
      tools={
        own === null ? null : (
          <Button
            onClick={() => setAsked(kind)}
            size="small"
            variant={kind === 'freeze' ? 'danger' : 'primary'}
          >
            {t(`kind.${kind}`)}
          </Button>
        )
      }
    >
      {signer.isFrozen ? <Banner tone="danger">{readReasons(signer.reasons, t)}</Banner> : null}
      <KeyValue
        facts={[
          {
            key: 'state',
            label: t('item.state'),
            value: (
              <Tag tone={signer.isFrozen ? 'danger' : 'up'}>
                {t(signer.isFrozen ? 'signer.frozen' : 'signer.signs')}
              </Tag>
            ),
          },
          { key: 'seen', label: t('signer.seen'), value: <RelativeTime atMs={signer.seenAt} /> },
          {
            key: 'policy',
            label: t('signer.policy'),
            value: <CopyField label={t('signer.policy')} value={signer.policyHash} />,
          },
          {
            key: 'key',
            label: t('signer.key'),
            value: <CopyField label={t('signer.key')} value={statementKey} />,
          },
        ]}
      />
      {asked === null ? null : (
        <FormDialog
          confirmLabel={t(`kind.${asked}`)}
          isDanger={asked === 'freeze'}
          isOpen
          isPending={isPending}
          isReady
          onClose={() => setAsked(null)}
          onConfirm={() => void ask(asked)}
          text={t(`kind.${asked}.text`)}
          title={t(`kind.${asked}`)}
        >
          {null}
        </FormDialog>
      )}
    </Panel>
  );
}

function Items(props: {
  readonly view: OfficerView;
  readonly onOpen: (item: OfficerItem) => void;
}) {
  const t = useTexts('officers');
  const admin = useTexts('admin');
  const showTool = (item: OfficerItem) => (
    <Button
      onClick={() => props.onOpen(item)}
      size="small"
      variant={item.obstacle === 'none' ? 'primary' : 'quiet'}
    >
      {t(item.obstacle === 'none' ? 'item.sign' : 'item.look')}
    </Button>
  );
  return (
    <Panel isFramed title={t('items')}>
      <DataTable
        columns={[
          ...listItemColumns(t),
          {
            key: 'tool',
            ...toolHead(admin),
            width: '220px',
            align: 'end',
            card: 'tool',
            cell: showTool,
          },
        ]}
        empty={<EmptyState size="small" text={t('items.none.text')} title={t('items.none')} />}
        label={t('items')}
        onRowOpen={props.onOpen}
        rowKey={({ itemId }) => String(itemId)}
        rows={props.view.items}
      />
    </Panel>
  );
}

function listItemColumns(t: Words): readonly Column<OfficerItem>[] {
  return [
    {
      key: 'what',
      head: t('item.what'),
      width: 'minmax(200px, 2fr)',
      card: 'lead',
      cell: (item) => (
        <span className="office-two-lines">
          <span>{t(`kind.${item.kind}`)}</span>
          <small className="office-whole">{readGist(item)}</small>
        </span>
      ),
    },
    {
      key: 'asked',
      head: t('item.asked'),
      width: '168px',
      priority: 2,
      cell: (item) => <Moment atMs={item.askedAt} />,
    },
    {
      key: 'signed',
      head: t('item.signed'),
      width: 'minmax(100px, 1fr)',
      card: 'sub',
      cell: (item) =>
        t('item.signedOf', {
          count: item.signedBy.length,
          needed: item.needed,
          names: item.signedBy.map(({ officerId }) => officerId).join(', '),
        }),
    },
    {
      key: 'state',
      head: t('item.state'),
      width: 'minmax(150px, 1fr)',
      card: 'foot',
      cell: (item) => <Tag tone={itemTones[item.state]}>{t(`state.${item.state}`)}</Tag>,
    },
  ];
}

/** The line of the signer's words that tells one from others: an amount, or a first change. */
function readGist({ kind, text }: OfficerItem): string {
  const lines = text.split('\n');
  if (kind === 'payment') return writePaid(lines[1]?.replace(/ \(.*/, '') ?? '', consoleTag());
  return kind === 'policy' ? (lines[2] ?? '') : '';
}

function Officers({ view }: { readonly view: OfficerView }) {
  const t = useTexts('officers');
  const columns: readonly Column<OfficerRow>[] = [
    {
      key: 'name',
      head: t('officer.name'),
      width: 'minmax(140px, 1fr)',
      card: 'lead',
      cell: (row) => row.officerId,
    },
    {
      key: 'fingerprint',
      head: t('officer.fingerprint'),
      width: 'minmax(240px, 1.4fr)',
      card: 'sub',
      cell: (row) => <code className="officers-code">{row.fingerprint}</code>,
    },
    {
      key: 'operator',
      head: t('officer.operator'),
      width: 'minmax(160px, 1fr)',
      card: 'foot',
      cell: (row) => row.email || '--',
    },
    {
      key: 'state',
      head: t('item.state'),
      width: '180px',
      card: 'side',
      cell: (row) => (
        <Tag tone={row.isOfficer ? 'up' : 'warn'}>
          {t(row.isOfficer ? 'officer.is' : 'officer.waits')}
        </Tag>
      ),
    },
  ];
  return (
    <Panel isFramed title={t('officers')}>
      <DataTable
        columns={columns}
        empty={
          <EmptyState size="small" text={t('officers.none.text')} title={t('officers.none')} />
        }
        label={t('officers')}
        rowKey={({ officerId }) => officerId}
        rows={view.officers}
      />
    </Panel>
  );
}
