import { Contours } from '../chart/Contours.tsx';
import { DepthChart } from '../chart/DepthChart.tsx';
import { Sparkline } from '../chart/Sparkline.tsx';
import { Shelf } from './Section.tsx';
import { makeSide, sampleMarkets } from './samples.ts';

const bids = makeSide(-1);
const asks = makeSide(1);

/** Sparklines, depth, contours. */
export function ChartShelves() {
  return (
    <>
      <Shelf caption="Sparklines: rising, falling, flat, nothing">
        {sampleMarkets.map((market) => (
          <Sparkline key={market.code} label={`Last day of ${market.code}`} values={market.line} />
        ))}
      </Shelf>
      <Shelf caption="Depth" isWide>
        <div style={{ height: 260 }}>
          <DepthChart
            asks={asks}
            bids={bids}
            describe="Depth of a sample book"
            reach={0.02}
            showAmount={(amount) => amount.toFixed(0)}
            showPrice={(price) => price.toFixed(0)}
            showReading={(reading) => (
              <>
                {reading.price.toFixed(1)} USDT, {(reading.distance * 100).toFixed(2)} %
                <br />
                {reading.sum.toFixed(2)} BTC
              </>
            )}
          />
        </div>
      </Shelf>
      <Shelf caption="Contours of the same book, and still water" isWide>
        <div style={{ height: 340 }}>
          <Contours
            asks={asks}
            bids={bids}
            describe="The sample book as a sea floor"
            showReading={(reading) => <>{reading.sum.toFixed(2)} BTC rest here</>}
          />
        </div>
        <div style={{ height: 120 }}>
          <Contours asks={[]} bids={[]} describe="Still water" />
        </div>
      </Shelf>
    </>
  );
}
