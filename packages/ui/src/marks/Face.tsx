// Round faces of coins and people: a picture when there is one, else a sign or letters on a muted
// ground. Not the drawn portraits of people (Portrait.tsx). Used by every list of coins or people.
import { type ReactNode, useState } from 'react';

const toneCount = 8;

/** A number from 0 to count - 1 that is always the same for the same text. */
export function pickTone(seed: string, count = toneCount): number {
  let mixed = 2166136261;
  for (let index = 0; index < seed.length; index += 1) {
    mixed = Math.imul(mixed ^ seed.charCodeAt(index), 16777619);
  }
  return (mixed >>> 8) % count;
}

type FaceProps = {
  src?: string | undefined;
  size?: number | undefined;
  letters: string;
  /** Code of a coin: the styles know the signs of some (css/coins.css). */
  coin?: string | undefined;
  seed: string;
  tone?: number | undefined;
  badge?: ReactNode;
};

function Face(props: FaceProps) {
  const [isBroken, setBroken] = useState(false);
  const size = props.size ?? 20;
  const isPicture = props.src !== undefined && !isBroken;
  return (
    <span
      aria-hidden="true"
      className="ui-face"
      data-coin={isPicture ? undefined : props.coin}
      data-tone={isPicture ? undefined : (props.tone ?? pickTone(props.seed))}
      style={{ '--face-size': `${size}px` } as object}
    >
      {isPicture ? (
        <img alt="" height={size} onError={() => setBroken(true)} src={props.src} width={size} />
      ) : (
        <FaceLetters letters={props.letters} size={size} />
      )}
      {props.badge ? <span className="ui-face-badge">{props.badge}</span> : null}
    </span>
  );
}

// Below this size letters could not be read; the ground alone tells coins apart.
const letteredFromPx = 18;

function FaceLetters(props: { letters: string; size: number }) {
  if (props.size < letteredFromPx) return null;
  const share = props.letters.length > 1 ? 0.4 : 0.52;
  return <span style={{ fontSize: Math.max(10, props.size * share) }}>{props.letters}</span>;
}

/** A coin: its logo, its sign, or its first letter; a network's face may sit at its foot. */
export function CoinIcon(props: {
  code: string;
  src?: string | undefined;
  size?: number | undefined;
  networkBadge?: ReactNode;
}) {
  const code = props.code.toUpperCase();
  // A leveraged token is known by its factor and side, which end its name.
  const letters = /\d[LS]$/.test(code) ? code.slice(-2) : code.slice(0, 1);
  return (
    <Face
      badge={props.networkBadge}
      coin={code}
      letters={letters}
      seed={code}
      size={props.size}
      src={props.src}
    />
  );
}

/** A person: picture, or two letters; tone chooses one of eight muted grounds. */
export function Avatar(props: {
  name: string;
  src?: string | undefined;
  size?: number | undefined;
  tone?: number | undefined;
}) {
  const letters = [...props.name.trim()].slice(0, 2).join('').toUpperCase();
  return (
    <Face
      letters={letters}
      seed={props.name}
      size={props.size ?? 32}
      src={props.src}
      tone={props.tone === undefined ? undefined : Math.abs(props.tone) % toneCount}
    />
  );
}
