// The tools of a chosen drawing: colour, line, text, lock, copy, remove. They float beside it on
// the chart, keep clear of its handles, and follow it without React. Here are the keys of a chosen
// drawing too. Not what a tool does (drawing-board.ts).
import { Copy, IconButton, Lock, LockOpen, PencilLine, SheetMenu, Trash2 } from '@isobath/ui';
import { drawingColours, drawingStyles } from '@isobath/wire';
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../../base/texts.tsx';
import { isTyping } from '../../../../base/trade/keys.ts';
import { useValue } from '../../../../base/value.ts';
import { useTrade } from '../../layout/trade-context.ts';
import type { ChartEngine } from '../chart-engine.ts';
import { usePlaces } from '../use-places.ts';
import { placeBar } from './bar-place.ts';
import type { ChosenDrawing, DrawingBoard } from './drawing-board.ts';
import { DrawingText } from './DrawingText.tsx';
import { type DrawingStyle, drawingWidths, readTextPx, textName } from './drawing-look.ts';

const openLayers = '.ui-menu, .ui-popover, .ui-dialog, .ui-select-list';
const dashesOf: Readonly<Record<DrawingStyle, string>> = {
  solid: 'none',
  dashed: '5 3',
  dotted: '1.5 3',
};

/** Presses on the tools are none on the chart, which would place orders at them. */
const stop = (event: SyntheticEvent) => event.stopPropagation();
const ownPresses = {
  onPointerDown: stop,
  onPointerMove: stop,
  onContextMenu: stop,
} as const;

function Swatch({ colour }: { colour: string }) {
  return <span aria-hidden="true" className="drawing-swatch" data-colour={colour} />;
}

/** A line as it will be. */
function LineFace({ widthPx, style }: { widthPx: number; style: DrawingStyle }) {
  return (
    <svg aria-hidden="true" className="drawing-line" viewBox="0 0 18 18">
      <path d="M1 9H17" strokeDasharray={dashesOf[style]} strokeWidth={widthPx} />
    </svg>
  );
}

type ToolProps = { board: DrawingBoard; chosen: ChosenDrawing };

function ColourMenu({ board, chosen }: ToolProps) {
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  return (
    <SheetMenu
      groups={[
        {
          key: 'colours',
          actions: drawingColours.map((colour) => ({
            key: colour,
            label: t(`draw.colour.${colour}`),
            icon: <Swatch colour={colour} />,
            isOn: chosen.look.colour === colour,
            onSelect: () => board.change({ colour }),
          })),
        },
      ]}
      isSheet={isPhone}
      title={t('draw.colour')}
      trigger={
        <IconButton
          icon={<Swatch colour={chosen.look.colour} />}
          label={t('draw.colour')}
          size="small"
        />
      }
    />
  );
}

/** Width and run of its lines; a text has a size in their place. */
function LineMenu({ board, chosen }: ToolProps) {
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const { width, style } = chosen.look;
  const isText = chosen.name === textName;
  const title = t(isText ? 'draw.size' : 'draw.line');
  const widths = drawingWidths.map((each) => ({
    key: String(each),
    label: `${isText ? readTextPx(each) : each}\u2009px`,
    icon: isText ? undefined : <LineFace style="solid" widthPx={each} />,
    isOn: width === each,
    onSelect: () => board.change({ width: each }),
  }));
  const styles = drawingStyles.map((each) => ({
    key: each,
    label: t(`draw.style.${each}`),
    icon: <LineFace style={each} widthPx={2} />,
    isOn: style === each,
    onSelect: () => board.change({ style: each }),
  }));
  const face = isText ? (
    <span className="drawing-size">{readTextPx(width)}</span>
  ) : (
    <LineFace style={style} widthPx={width} />
  );
  return (
    <SheetMenu
      groups={[
        { key: 'width', actions: widths },
        ...(isText ? [] : [{ key: 'style', actions: styles }]),
      ]}
      isSheet={isPhone}
      title={title}
      trigger={<IconButton icon={face} label={title} size="small" />}
    />
  );
}

function Tools({ board, chosen }: ToolProps) {
  const t = useTexts('spot');
  const { isLocked } = chosen.look;
  return (
    <>
      <ColourMenu board={board} chosen={chosen} />
      <LineMenu board={board} chosen={chosen} />
      {chosen.name === textName ? (
        <IconButton
          icon={<PencilLine />}
          label={t('draw.edit')}
          onClick={() => board.write()}
          size="small"
        />
      ) : null}
      <IconButton
        icon={isLocked ? <Lock /> : <LockOpen />}
        isPressed={isLocked}
        label={t('draw.lock')}
        onClick={() => board.change({ isLocked: !isLocked })}
        size="small"
      />
      <IconButton
        icon={<Copy />}
        label={t('draw.duplicate')}
        onClick={() => board.duplicate()}
        size="small"
      />
      <IconButton
        className="drawing-remove"
        icon={<Trash2 />}
        label={t('draw.remove')}
        onClick={() => board.remove()}
        size="small"
      />
    </>
  );
}

/** Keep something beside the chosen drawing while the picture moves. */
function usePlaceBeside(element: RefObject<HTMLElement | null>, engine: ChartEngine): void {
  const places = usePlaces(engine);
  useEffect(() => {
    const follow = () => {
      const found = element.current;
      if (found === null) return;
      const size = { widthPx: found.offsetWidth, heightPx: found.offsetHeight };
      const legendPx = engine.legendFootPx();
      const topPx = engine.heightPx() - legendPx > 4 * size.heightPx ? legendPx : 0;
      const room = {
        leftPx: 0,
        topPx,
        widthPx: engine.widthPx(),
        heightPx: engine.heightPx() - topPx,
      };
      const at = placeBar(engine.board.readHandles(), size, room);
      found.style.transform = `translate(${at.leftPx}px, ${at.topPx}px)`;
    };
    follow();
    places.follows.add(follow);
    return () => void places.follows.delete(follow);
  }, [element, engine, places]);
}

/** The keys of a chosen drawing, and of one that is being drawn. */
function useDrawingKeys(board: DrawingBoard): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || isOther || isTyping(event)) return;
      // An open menu closes first.
      if (document.querySelector(openLayers) !== null) return;
      if (event.key === 'Escape' && board.letGo()) event.preventDefault();
      const isRemoving = event.key === 'Delete' || event.key === 'Backspace';
      if (!isRemoving || board.chosen.read() === null) return;
      event.preventDefault();
      board.remove();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [board]);
}

function ChosenTools(props: { engine: ChartEngine; chosen: ChosenDrawing; name: string }) {
  const { engine, chosen } = props;
  const bar = useRef<HTMLDivElement>(null);
  usePlaceBeside(bar, engine);
  useEffect(() => {
    const element = bar.current;
    const chart = element?.closest('.chart-room');
    if (chosen.hasFocus) element?.querySelector('button')?.focus();
    return () => {
      // Who worked here with keys goes on at the candles, not at the head of the page.
      const isHere = element?.contains(document.activeElement) === true;
      if (isHere)
        requestAnimationFrame(() => chart?.querySelector<HTMLElement>('.chart-keys')?.focus());
    };
  }, [chosen.hasFocus]);
  return (
    <div aria-label={props.name} className="drawing-bar" ref={bar} role="toolbar" {...ownPresses}>
      <Tools board={engine.board} chosen={chosen} />
    </div>
  );
}

/** The tools, while a drawing is chosen. */
export function DrawingBar({ engine }: { engine: ChartEngine }): ReactNode {
  const t = useTexts('spot');
  const chosen = useValue(engine.board.chosen);
  useDrawingKeys(engine.board);
  const name = chosen === null ? '' : t('draw.chosen', { name: t(`draw.${chosen.name}`) });
  return (
    <>
      <span className="ui-sr" role="status">
        {name}
      </span>
      {chosen === null || chosen.isWriting ? null : (
        <ChosenTools chosen={chosen} engine={engine} key={chosen.id} name={name} />
      )}
      {chosen?.isWriting === true ? (
        <DrawingText chosen={chosen} engine={engine} key={chosen.id} />
      ) : null}
    </>
  );
}
