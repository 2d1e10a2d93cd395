// Both ends of a hash or address; the whole one is copied, and stands where there is room.
import { CopyField } from '@isobath/ui';
import './records.css';

const TAIL_CHARACTERS = 6;

/** The short form. @param props - label: what it is, for the copy button. */
export function ShortHash({ hash, label }: { hash: string; label: string }) {
  return (
    <span className="records-hash" title={hash}>
      {`${hash.slice(0, TAIL_CHARACTERS)}…${hash.slice(-TAIL_CHARACTERS)}`}
      <CopyField className="records-copy" label={label} value={hash} />
    </span>
  );
}
