// The face of a person: the own picture, or a sea mount drawn from their number, whose lines of
// equal depth are like nobody else's. Not a coin's face (Face.tsx). A picture that does not load
// becomes the drawing.
import { useState } from 'react';

const ringCount = 5;
const pointCount = 22;
const toneCount = 6;
/** The swell stays inside the circle of 32. */
const outermost = 24.5;

/** Numbers from 0 to 1, always the same for the same seed. */
function createChance(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A closed line through the middles of its corners, so that it has none. */
function drawSmooth(points: readonly (readonly [number, number])[]): string {
  const show = (value: number) => value.toFixed(1);
  const parts = points.map(([x, y], place) => {
    const [nextX, nextY] = points[(place + 1) % points.length]!;
    return `${show(x)} ${show(y)} ${show((x + nextX) / 2)} ${show((y + nextY) / 2)}`;
  });
  const [lastX, lastY] = points.at(-1)!;
  const [firstX, firstY] = points[0]!;
  return `M${show((lastX + firstX) / 2)} ${show((lastY + firstY) / 2)}Q${parts.join('Q')}Z`;
}

/**
 * Draw the lines of a number in a square of 64.
 *
 * @returns outlines from the outermost in, the summit, and a tone from 0 to 5.
 */
export function drawPortrait(seed: number): {
  readonly rings: readonly string[];
  readonly summit: readonly [number, number];
  readonly tone: number;
} {
  const chance = createChance(seed);
  const waves = [2, 3, 5].map((turns) => ({
    turns,
    strength: (0.04 + 0.11 * chance()) / Math.sqrt(turns),
    phase: 2 * Math.PI * chance(),
    drift: 1.1 * (chance() - 0.5),
  }));
  const summit = [32 + 11 * (chance() - 0.5), 32 + 11 * (chance() - 0.5)] as const;
  const rings = Array.from({ length: ringCount }, (_none, place) => {
    const share = 1 - place / ringCount;
    const centre = summit.map((at) => 32 * share + at * (1 - share));
    const points = Array.from({ length: pointCount }, (_point, step) => {
      const angle = (2 * Math.PI * step) / pointCount;
      const swell = waves.reduce(
        (sum, { turns, strength, phase, drift }) =>
          sum + strength * Math.sin(turns * angle + phase + drift * place),
        1,
      );
      const radius = outermost * share * swell;
      return [
        (centre[0] ?? 32) + radius * Math.cos(angle),
        (centre[1] ?? 32) + radius * Math.sin(angle),
      ] as const;
    });
    return drawSmooth(points);
  });
  return { rings, summit, tone: Math.floor(toneCount * chance()) };
}

/**
 * A person's face.
 *
 * @param props - seed: the person's number; src: the own picture, "" = none; isOwn: the reader's
 *   own, whose summit wears the lime.
 */
export function Portrait(props: {
  seed: number;
  src?: string | undefined;
  size?: number | undefined;
  isOwn?: boolean | undefined;
}) {
  const [broken, setBroken] = useState('');
  const { seed, src = '', size = 32 } = props;
  const style = { '--face-size': `${size}px` } as object;
  if (src !== '' && src !== broken) {
    return (
      <span aria-hidden="true" className="ui-portrait" style={style}>
        <img alt="" height={size} onError={() => setBroken(src)} src={src} width={size} />
      </span>
    );
  }
  const { rings, summit, tone } = drawPortrait(seed);
  // Where few pixels are, few lines are.
  const shown = size < 36 ? rings.filter((_ring, place) => place % 2 === 0) : rings;
  return (
    <span aria-hidden="true" className="ui-portrait" data-tone={tone} style={style}>
      <svg fill="none" viewBox="0 0 64 64">
        {shown.map((ring) => (
          <path d={ring} key={ring} strokeWidth={size < 36 ? 2.4 : 1.5} />
        ))}
        <circle
          cx={summit[0]}
          cy={summit[1]}
          data-own={props.isOwn ? '' : undefined}
          r={size < 36 ? 4 : 3}
        />
      </svg>
    </span>
  );
}
