// Where somebody writes a text on the chart, at its place. Enter takes it, with Shift it begins a
// line; Escape leaves it as it was.
import { chartLimits } from '@isobath/wire';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../../base/texts.tsx';
import type { ChartEngine } from '../chart-engine.ts';
import { usePlaces } from '../use-places.ts';
import type { ChosenDrawing } from './drawing-board.ts';
import { readTextPx } from './drawing-look.ts';

const besidePx = 10;
const edgePx = 4;

/** Whatever is done in the field is done to no line below it. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** The field. */
export function DrawingText(props: { engine: ChartEngine; chosen: ChosenDrawing }) {
  const { engine, chosen } = props;
  const { board } = engine;
  const t = useTexts('spot');
  const field = useRef<HTMLTextAreaElement>(null);
  const places = usePlaces(engine);
  useEffect(() => {
    const follow = () => {
      const element = field.current;
      const [handle] = board.readHandles();
      if (element === null || handle === undefined) return;
      const x = handle.leftPx + handle.widthPx / 2 + besidePx;
      const y = handle.topPx + handle.heightPx / 2 - element.offsetHeight / 2;
      const left = Math.max(edgePx, Math.min(x, engine.widthPx() - element.offsetWidth - edgePx));
      const top = Math.max(edgePx, Math.min(y, engine.heightPx() - element.offsetHeight - edgePx));
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    };
    follow();
    places.follows.add(follow);
    return () => void places.follows.delete(follow);
  }, [board, engine, places]);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    // Enter that ends a word of a writing system is not the one that ends the text.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') board.endWriting(null);
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    board.endWriting(event.currentTarget.value);
  };
  return (
    <textarea
      aria-label={t('draw.textLabel')}
      className="drawing-text"
      defaultValue={chosen.look.text}
      enterKeyHint="done"
      maxLength={chartLimits.textLengthMax}
      onBlur={(event) => board.endWriting(event.currentTarget.value)}
      onContextMenu={stop}
      onKeyDown={press}
      onPointerDown={stop}
      onPointerMove={stop}
      placeholder={t('draw.textHere')}
      ref={field}
      rows={2}
      style={{ fontSize: readTextPx(chosen.look.width) }}
    />
  );
}
