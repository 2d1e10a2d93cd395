import { brand, faviconUrl } from '../brand.ts';
import { BrandMark, Wordmark } from '../marks/BrandMark.tsx';
import { Pennant, Waterline } from '../marks/Marks.tsx';
import { Shelf } from './Section.tsx';

const surfaces = ['bg-0', 'bg-1', 'bg-2', 'bg-3', 'bg-4', 'line', 'line-strong', 'line-control'];
const inks = ['text-1', 'text-2', 'text-3', 'text-disabled', 'primary', 'you-fill', 'you-tint'];
const meanings = ['up', 'down', 'up-tint', 'down-tint', 'warn', 'danger', 'info'];
const kinds = ['sky', 'sand', 'lilac', 'clay', 'teal', 'grey'].map((name) => `series-${name}`);

const steps: readonly (readonly [string, string])[] = [
  ['type-hero', 'Depth you can read'],
  ['type-number-xl', '1,204,331.05'],
  ['type-title-l', 'Markets by the water'],
  ['type-number-l', '64,250.50'],
  ['type-title-m', 'Spot account'],
  ['type-title-s', 'Open orders'],
  ['type-read', 'A line of equal depth: what a depth chart of an order book draws.'],
  ['type-body', 'Closes 0.5 BTC at market. Phí, комиссия, ราคา, 价格.'],
  ['type-small', 'Available 812.40 USDT'],
  ['type-mini', '0.50412 64,250.5 1.20'],
  ['type-micro', '15:04:31'],
  ['type-code', '0x5c14 9f20 77ab'],
];

/** Brand, colours, type. */
export function TokenShelves() {
  return (
    <>
      <Shelf caption="Mark at 16, 24, 40 and 64 px; one colour; page icons plain, up, down">
        <BrandMark label={brand.name} size={16} />
        <BrandMark size={24} />
        <BrandMark size={40} />
        <BrandMark size={64} />
        <BrandMark isMono size={40} />
        <Wordmark />
        <img alt="" height="32" src={faviconUrl('lime')} width="32" />
        <img alt="" height="32" src={faviconUrl('lime', 'up')} width="32" />
        <img alt="" height="32" src={faviconUrl('lime', 'down')} width="32" />
        <img alt="" height="16" src={faviconUrl('lime', 'up')} width="16" />
        <img alt="" height="16" src={faviconUrl('lime', 'down')} width="16" />
        <Pennant label="Yours" />
      </Shelf>
      <Shelf caption="The waterline" isWide>
        <Waterline />
        <Waterline isYou notchAt="50%" />
      </Shelf>
      <Shelf caption="Surfaces and lines">{surfaces.map(showSwatch)}</Shelf>
      <Shelf caption="Inks">{inks.map(showSwatch)}</Shelf>
      <Shelf caption="Meanings">{meanings.map(showSwatch)}</Shelf>
      <Shelf caption="Kinds in charts">{kinds.map(showSwatch)}</Shelf>
      <Shelf caption="Type" isWide>
        {steps.map(([step, words]) => (
          <div className={step} key={step}>
            {words}
          </div>
        ))}
      </Shelf>
    </>
  );
}

function showSwatch(token: string) {
  return (
    <span className="ui-gallery-swatch" key={token}>
      <span style={{ background: `var(--${token})` }} />
      {token}
    </span>
  );
}
