// A picture that a person showed, drawn with a mark across it: who looks, and when. Mark and
// picture are one drawing, so what is saved or photographed from the screen carries the mark. It
// can be turned, as pictures are kept without the word of the camera which side is up, and
// enlarged. Not the reading of the picture. Used by desks.
import { IconButton, Maximize, Minimize, RotateCcw } from '@isobath/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts.tsx';
import './review.css';

const QUARTER = Math.PI / 2;
const TURNS = 4;
/** Parts of the shorter side. */
const LETTER_SHARE = 0.045;
const STEP_SHARE = 0.28;
/** Of the mark over what it lies on: seen, and read through. */
const MARK_STRENGTH = 0.3;
const SLANT = -0.35;

/** Draw the picture, turned by quarters, and the mark all over it. */
function draw(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  view: { turn: number; mark: string },
) {
  const isOnSide = view.turn % 2 === 1;
  canvas.width = isOnSide ? picture.height : picture.width;
  canvas.height = isOnSide ? picture.width : picture.height;
  const paint = canvas.getContext('2d');
  if (paint === null) return;
  paint.translate(canvas.width / 2, canvas.height / 2);
  paint.rotate(view.turn * QUARTER);
  paint.drawImage(picture, -picture.width / 2, -picture.height / 2);
  paint.setTransform(1, 0, 0, 1, canvas.width / 2, canvas.height / 2);
  paint.rotate(SLANT);
  const side = Math.min(canvas.width, canvas.height);
  const reach = canvas.width + canvas.height;
  paint.font = `600 ${Math.max(10, side * LETTER_SHARE)}px sans-serif`;
  paint.globalAlpha = MARK_STRENGTH;
  const step = Math.max(40, side * STEP_SHARE);
  const width = paint.measureText(view.mark).width + step / 2;
  for (let y = -reach; y < reach; y += step) {
    for (let x = -reach; x < reach; x += width) {
      // Light letters with a dark rim are seen on any ground.
      paint.strokeStyle = '#000';
      paint.strokeText(view.mark, x, y);
      paint.fillStyle = '#fff';
      paint.fillText(view.mark, x, y);
    }
  }
}

/** The picture. @param props - content: as it was sent; mark: who looks and when. */
export function MarkedPicture(props: { content: Blob; label: string; mark: string }) {
  const t = useTexts('kit');
  const { content, label, mark } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [turn, setTurn] = useState(0);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    let isHere = true;
    createImageBitmap(content).then(
      (made) => (isHere ? setPicture(made) : made.close()),
      () => isHere && setBroken(true),
    );
    return () => {
      isHere = false;
    };
  }, [content]);
  useEffect(() => {
    if (picture !== null && canvas.current !== null) draw(canvas.current, picture, { turn, mark });
  }, [picture, turn, mark]);
  if (isBroken) return <p>{t('picture.broken')}</p>;
  return (
    <div className="review-picture" data-large={isLarge ? '' : undefined}>
      <div className="review-picture-tools">
        <IconButton
          icon={<RotateCcw />}
          label={t('picture.turn')}
          onClick={() => setTurn((last) => (last + TURNS - 1) % TURNS)}
        />
        <IconButton
          icon={isLarge ? <Minimize /> : <Maximize />}
          label={t(isLarge ? 'picture.fit' : 'picture.enlarge')}
          onClick={() => setLarge((was) => !was)}
        />
      </div>
      <div className="review-picture-room">
        <canvas aria-label={label} ref={canvas} role="img" />
      </div>
    </div>
  );
}
