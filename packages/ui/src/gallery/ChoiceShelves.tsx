// Shelves of the gallery: every control that chooses, with sample content.
// Not a part of any page of the product.
import { BookOpen, ChartCandlestick, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { ActiveFilters, Checkbox, FilterChips } from '../controls/Choices.tsx';
import { RadioCards, Segmented, Switch } from '../controls/Choices.tsx';
import { Combobox, SearchSelect, Select } from '../controls/Select.tsx';
import { Avatar, CoinIcon } from '../marks/Face.tsx';
import { Badge, Divider, Kbd, StatusDot, Tag } from '../marks/Marks.tsx';
import { Meter, ProgressRing, Skeleton } from '../marks/Progress.tsx';
import { Shelf } from './Section.tsx';

const coins = ['BTC', 'ETH', 'USDT', 'SOL', 'XRP', 'DOGE', 'PEPE', 'LTC', 'ADA', 'DOT', 'ATOM'].map(
  (code) => ({ value: code, label: code, icon: <CoinIcon code={code} size={18} /> }),
);
const types = [
  { value: 'limit', label: 'Limit' },
  { value: 'market', label: 'Market' },
  { value: 'stop', label: 'Stop-limit', note: 'sleeps until a price is touched' },
  { value: 'oco', label: 'One cancels the other', isDisabled: true },
];

/** Everything that is chosen, and the marks. */
export function ChoiceShelves() {
  return (
    <>
      <Shelf caption="Switches, boxes, segments, chips" isWide>
        <Toggles />
        <Segments />
        <Chips />
      </Shelf>
      <Shelf caption="Radio cards and selects" isWide>
        <Cards />
        <div className="ui-gallery-grid">
          <Selects />
        </div>
      </Shelf>
      <Shelf caption="Tags, counts, keys, status">
        <Tag>Spot</Tag>
        <Tag tone="outline">10x</Tag>
        <Tag tone="up">Buy</Tag>
        <Tag tone="down">Sell</Tag>
        <Tag tone="warn">Halted</Tag>
        <Tag tone="danger">Liquidation</Tag>
        <Tag tone="info">Sandbox</Tag>
        <Tag tone="you">Yours</Tag>
        <Badge count={3} label="unread" />
        <Badge count={120} isLoud label="unread" />
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
        <StatusDot tone="good">24 ms</StatusDot>
        <StatusDot tone="warn">slow, 840 ms</StatusDot>
        <StatusDot tone="bad">no connection</StatusDot>
        <StatusDot tone="unknown">not measured</StatusDot>
      </Shelf>
      <Shelf caption="Faces, rings, meters, skeletons">
        {['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'PEPE'].map((code) => (
          <CoinIcon code={code} key={code} size={24} />
        ))}
        <CoinIcon code="USDT" networkBadge={<CoinIcon code="E" size={12} />} size={32} />
        <Avatar name="Mara Quist" />
        <Avatar name="安娜" tone={4} />
        <ProgressRing label="Quote lasts" share={0.66}>
          20
        </ProgressRing>
        <div style={{ width: 220 }}>
          <Meter label="Margin level" marks={[0.2, 0.4]} share={0.62} words={<span>Safe</span>} />
        </div>
        <div style={{ width: 220 }}>
          <Meter label="Margin level" marks={[0.2, 0.4]} share={0.31} tone="warn" words="Watch" />
        </div>
        <div style={{ width: 120 }}>
          <Skeleton height={14} width="80%" />
          <br />
          <Skeleton height={14} width="50%" />
        </div>
      </Shelf>
    </>
  );
}

function Toggles() {
  const [isOn, setOn] = useState(true);
  return (
    <div className="ui-gallery-parts">
      <Switch isOn={isOn} label="Post-only" onChange={setOn} />
      <Switch isOn={!isOn} label="Sounds" onChange={(next) => setOn(!next)} />
      <Switch isDisabled isOn label="Price protection" onChange={() => {}} />
      <Checkbox isOn={isOn} label="Hide small balances" onChange={setOn} />
      <Checkbox isMixed isOn={false} label="All markets" onChange={() => {}} />
      <Checkbox
        hint="The network needs it; without it the money may be lost."
        isOn={false}
        label="I will include the memo"
        onChange={() => {}}
      />
      <Checkbox isDisabled isOn label="Terms" onChange={() => {}} />
    </div>
  );
}

function Segments() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [span, setSpan] = useState('1h');
  const [view, setView] = useState('book');
  return (
    <div className="ui-gallery-parts">
      <div style={{ width: 280 }}>
        <Segmented
          hasSides
          isFull
          label="Side"
          onChange={setSide}
          options={[
            { value: 'buy', label: 'Buy' },
            { value: 'sell', label: 'Sell' },
          ]}
          value={side}
        />
      </div>
      <Segmented
        label="Interval"
        onChange={setSpan}
        options={['1m', '15m', '1h', '4h', '1D'].map((value) => ({ value, label: value }))}
        size="small"
        value={span}
      />
      <Segmented
        isIconOnly
        label="View"
        onChange={setView}
        options={[
          { value: 'chart', label: 'Chart', icon: <ChartCandlestick /> },
          { value: 'book', label: 'Book', icon: <BookOpen /> },
          { value: 'trades', label: 'Trades', icon: <Rows3 /> },
        ]}
        size="small"
        value={view}
      />
    </div>
  );
}

function Chips() {
  const [zones, setZones] = useState(['usdt']);
  return (
    <>
      <FilterChips
        label="Quote"
        onChange={setZones}
        options={[
          { value: 'usdt', label: 'USDT' },
          { value: 'btc', label: 'BTC' },
          { value: 'etf', label: 'ETF' },
        ]}
        values={zones}
      />
      <ActiveFilters
        filters={[
          { key: 'side', label: 'Buy', onRemove: () => {} },
          { key: 'time', label: 'Last 7 days', onRemove: () => {} },
        ]}
        label="Filters"
        onClearAll={() => {}}
      />
    </>
  );
}

function Cards() {
  const [level, setLevel] = useState('spot');
  return (
    <RadioCards
      label="Account"
      onChange={setLevel}
      options={[
        { value: 'spot', label: 'Spot', note: 'Buy and sell with what you have.' },
        { value: 'margin', label: 'Margin', note: 'Trade with borrowed money.' },
        { value: 'copy', label: 'Copy', note: 'Not open in your country.', isDisabled: true },
      ]}
      value={level}
    />
  );
}

function Selects() {
  const [type, setType] = useState('limit');
  const [coin, setCoin] = useState('BTC');
  const [network, setNetwork] = useState<string | null>(null);
  return (
    <>
      <Select label="Order type" onChange={setType} options={types} value={type} />
      <SearchSelect
        allLabel="All coins"
        label="Coin"
        onChange={setCoin}
        options={coins}
        recent={['SOL', 'USDT']}
        value={coin}
      />
      <Combobox
        label="Network"
        onChange={setNetwork}
        options={coins}
        placeholder="Type to find"
        value={network}
      />
      <Select
        error="Choose one."
        label="Reason"
        onChange={() => {}}
        options={types}
        placeholder="Choose"
        value={null}
      />
      <Divider />
    </>
  );
}
