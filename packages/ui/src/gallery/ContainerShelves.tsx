// Shelves of the gallery: every box that holds other parts, with sample content.
// Not a part of any page of the product.
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { CardList } from '../containers/CardList.tsx';
import { KeyValue, Stepper, Timeline } from '../containers/Facts.tsx';
import { Panel } from '../containers/Panel.tsx';
import { SplitPane } from '../containers/SplitPane.tsx';
import { TabLinks, Tabs } from '../containers/Tabs.tsx';
import { IconButton } from '../controls/Button.tsx';
import { Percent } from '../number/Percent.tsx';
import { Price } from '../number/Price.tsx';
import { StaleMark } from '../states/States.tsx';
import { SampleReceipt } from './LayerShelves.tsx';
import { useStart } from './use-start.ts';
import { Shelf } from './Section.tsx';

/** Panels, panes, tabs, facts, steps. */
export function ContainerShelves() {
  return (
    <>
      <Shelf caption="Panels at seams: tools, refresh line, stale mark, fold" isWide>
        <div className="ui-gallery-seams" data-density="compact">
          <FoldPanel />
          <Panel isPadded isRefreshing title="Order book" tools={<LateMark />}>
            The old data stays while new data is on its way.
          </Panel>
          <Panel isPadded title="Receipt">
            <SampleReceipt />
          </Panel>
        </div>
      </Shelf>
      <Shelf caption="Tabs on the waterline" isWide>
        <SampleTabs />
        <TabLinks
          label="Orders"
          tabs={[
            { value: 'spot', label: 'Spot', link: <a href="#containers">.</a> },
            { value: 'margin', label: 'Margin', link: <a href="#tables">.</a> },
          ]}
          value="spot"
        />
      </Shelf>
      <Shelf caption="Split pane: pull the seam, or focus it and use arrows" isWide>
        <div style={{ height: 160, border: '1px solid var(--line)' }}>
          <SampleSplit />
        </div>
      </Shelf>
      <Shelf caption="Facts, steps, timeline, cards" isWide>
        <div className="ui-gallery-grid">
          <SampleFacts />
        </div>
      </Shelf>
    </>
  );
}

function LateMark() {
  const start = useStart();
  return start === null ? null : <StaleMark isShown lastAtMs={start - 7000} />;
}

function FoldPanel() {
  const [isFolded, setFolded] = useState(false);
  return (
    <Panel
      isFolded={isFolded}
      isPadded
      onFold={setFolded}
      title="Market"
      tools={<IconButton icon={<Settings2 />} label="Settings" size="small" />}
    >
      <KeyValue
        facts={[
          { key: 'price', label: 'Last', value: <Price decimals={1} value="64250.5" /> },
          { key: 'change', label: '24 h', value: <Percent hasArrow value="2.314" /> },
          { key: 'high', label: 'High', value: <Price decimals={1} value="64990" /> },
        ]}
      />
    </Panel>
  );
}

function SampleTabs() {
  const [tab, setTab] = useState('open');
  return (
    <Tabs
      end={<IconButton icon={<Settings2 />} label="Table settings" size="small" />}
      label="Orders"
      onChange={setTab}
      tabs={[
        { value: 'open', label: 'Open orders', count: 3 },
        { value: 'history', label: 'History' },
        { value: 'fills', label: 'Fills', hasNews: true },
        { value: 'assets', label: 'Assets', isDisabled: true },
      ]}
      value={tab}
    >
      <p style={{ padding: 16 }}>The part of {tab}.</p>
    </Tabs>
  );
}

function SampleSplit() {
  const [sizePx, setSizePx] = useState(240);
  return (
    <SplitPane
      axis="columns"
      defaultPx={240}
      end={<p style={{ padding: 12 }}>Order book, {sizePx} px</p>}
      fixed="end"
      label="Order book"
      maxPx={420}
      minPx={140}
      onResize={setSizePx}
      sizePx={sizePx}
      start={<p style={{ padding: 12 }}>Chart</p>}
    />
  );
}

function SampleFacts() {
  return (
    <>
      <KeyValue
        facts={[
          { key: 'tick', label: 'Price step', value: '0.1 USDT' },
          { key: 'lot', label: 'Amount step', value: '0.0001 BTC' },
          { key: 'min', label: 'Least order', value: '5 USDT' },
          { key: 'fee', label: 'Maker, taker', value: '0.10 %, 0.10 %' },
        ]}
        isColumns
      />
      <Stepper label="Verification" step={1} steps={['Account', 'Identity', 'First deposit']} />
      <Timeline
        label="Withdrawal"
        moments={[
          { key: '1', title: 'Requested', time: '12:04:31', state: 'done' },
          { key: '2', title: 'Checked', time: '12:04:40', state: 'done' },
          { key: '3', title: 'Sent', text: '3 of 12 confirmations', state: 'now' },
          { key: '4', title: 'Arrived', text: 'about 40 minutes', state: 'later' },
        ]}
      />
      <CardList
        cards={[
          { key: 'a', lead: 'BTC', main: '0.41', sub: 'Bitcoin', side: '26,342.70 USDT' },
          { key: 'b', lead: 'ETH', main: '12.5', sub: 'Ether', side: '42,725.88 USDT' },
        ]}
        label="Balances"
      />
    </>
  );
}
