import { useEffect, useState } from 'react';
import { Amount, Money } from '../number/Amount.tsx';
import { CopyField } from '../number/CopyField.tsx';
import { Delta } from '../number/Delta.tsx';
import { Countdown, Moment, RelativeTime } from '../number/Moment.tsx';
import { Percent } from '../number/Percent.tsx';
import { Price } from '../number/Price.tsx';
import { Shelf } from './Section.tsx';
import { useStart } from './use-start.ts';

const dayMs = 86_400_000;
const fixedMs = Date.UTC(2026, 10, 21, 12, 4, 31);

/** The number kit. */
export function NumberShelves() {
  const start = useStart();
  return (
    <>
      <Shelf caption="Price: market decimals, collapsed zeros, directions, unknown, flash">
        <Price decimals={1} unit="USDT" value="64250.5" />
        <Price decimals={8} unit="USDT" value="0.00000614" />
        <Price decimals={11} value="0.00000614299" />
        <Price decimals={2} direction="up" hasArrow value="3418.07" />
        <Price decimals={2} direction="down" hasArrow value="3402.00" />
        <Price decimals={2} value={null} />
        <MovingPrice />
      </Shelf>
      <Shelf caption="Percent">
        <Percent hasArrow value="2.314" />
        <Percent hasArrow value="-12.77" />
        <Percent value="0" />
        <Percent value="0.004" />
        <Percent value="-0.004" />
        <Percent value="1204.6" />
        <Percent isRate value="0.1" />
        <Percent isRatio value="0.0153" />
        <Percent value={null} />
      </Shelf>
      <Shelf caption="Amount and money; own ones can be hidden">
        <Amount isOwn unit="BTC" value="0.41000000" />
        <Amount decimals={4} isPadded unit="ETH" value="12.5" />
        <Amount hasArrow isChange unit="BTC" value="-0.0312" />
        <Money isOwn unit="USDT" value="81240.4491" />
        <Money unit="USDT" value="0.000123456" />
        <Money unit="USDT" value="0" />
        <Money hasArrow isChange isOwn unit="USDT" value="1204.5" />
        <Money isCompact unit="USDT" value="1204331050.2" />
        <Money unit="USDT" value={null} />
      </Shelf>
      <Shelf caption="Delta, time, copy">
        <Delta after={<Money unit="USDT" value="640" />} before={<Money value="812.40" />} />
        {start === null ? null : <Countdown toMs={start + 730_000} />}
        {start === null ? null : <Countdown toMs={start + 3 * dayMs} />}
        {start === null ? null : <RelativeTime atMs={start - 300_000} />}
        <Moment atMs={fixedMs} />
        <Moment atMs={fixedMs} form="seconds" />
        <CopyField label="UID" value="10048211" />
        <CopyField isHash label="address" value="0x5c149f2077ab41d09e3b6612f0a8c4d77e90be21" />
      </Shelf>
    </>
  );
}

const walk = ['64250.5', '64251.0', '64250.0', '64252.5', '64252.5', '64249.0'];

function MovingPrice() {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setPlace((before) => (before + 1) % walk.length), 900);
    return () => clearInterval(timer);
  }, []);
  return <Price decimals={1} isFlashing unit="USDT" value={walk[place]} />;
}
