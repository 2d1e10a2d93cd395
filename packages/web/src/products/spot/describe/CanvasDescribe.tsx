// A painted part as tables, behind a button that is seen when the Tab key comes to it. A price of a
// table goes into the form, as a press on the picture does, and has the menu of a row. Told as of
// the press: what moved while it is read would be lost to the ear.
import { Button, Dialog } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { PriceMenu } from '../chart/ChartOrders.tsx';
import { useTrade } from '../layout/trade-context.ts';
import type { Reported } from './describe.ts';

/**
 * The button and its tables.
 *
 * @param props - of: what is painted, in words; read: as of now; isWide: many columns, or two
 *   tables that stand beside each other where there is room.
 */
export function CanvasDescribe(props: {
  of: string;
  read: () => readonly Reported[];
  isWide?: boolean;
}) {
  const { dispatch } = useTrade();
  const t = useTexts('spot');
  const [reported, setReported] = useState<readonly Reported[] | null>(null);
  const title = t('tell.open', { what: props.of });
  const pick = (priceTicks: number) => {
    dispatch({ type: 'pick', priceTicks });
    setReported(null);
  };
  return (
    <>
      <button className="canvas-tell" onClick={() => setReported(props.read())} type="button">
        {title}
      </button>
      <Dialog
        foot={
          <Button onClick={() => setReported(props.read())} variant="quiet">
            {t('tell.again')}
          </Button>
        }
        isOpen={reported !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setReported(null);
        }}
        size={props.isWide === true ? 'wide' : undefined}
        title={title}
      >
        <div className="told" data-count={reported?.length}>
          {(reported ?? []).map((table) => (
            <ReportedTable
              key={table.caption}
              onChosen={() => setReported(null)}
              onPick={pick}
              reported={table}
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}

/** Limit, stop or alert at the price of a row. */
function RowMenu(props: { priceTicks: number; onChosen: () => void }) {
  const { room } = useTrade();
  const [isOpen, setOpen] = useState(false);
  return (
    <PriceMenu
      isOpen={isOpen}
      lastTicks={room.last.read()}
      onChosen={props.onChosen}
      onOpenChange={setOpen}
      ticks={props.priceTicks}
    />
  );
}

function ReportedTable(props: {
  reported: Reported;
  onPick: (priceTicks: number) => void;
  onChosen: () => void;
}) {
  const { caption, heads, rows } = props.reported;
  const hasPrices = rows.some(({ priceTicks }) => priceTicks !== undefined);
  return (
    <table className="told-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {hasPrices ? <td /> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others], priceTicks }) => (
          <tr key={key}>
            <th scope="row">
              {priceTicks === undefined ? (
                first
              ) : (
                <button onClick={() => props.onPick(priceTicks)} type="button">
                  {first}
                </button>
              )}
            </th>
            {others.map((cell, at) => (
              <td key={heads[at + 1]}>{cell}</td>
            ))}
            {priceTicks === undefined ? null : (
              <td>
                <RowMenu onChosen={props.onChosen} priceTicks={priceTicks} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
