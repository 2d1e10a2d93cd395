// A text with a copy button that says for two seconds that it has copied; hashes in groups of four.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { useUi } from '../words/UiProvider.tsx';

const copiedMs = 2000;

/** Copy a text; the second value says that it has just happened. */
export function useCopy(): { copy: (text: string) => void; isCopied: boolean } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return { copy, isCopied };
}

/** A value with its copy button; label names the value ("UID") for the button. */
export function CopyField(props: {
  value: string;
  label: string;
  isHash?: boolean | undefined;
  className?: string | undefined;
}) {
  const { words } = useUi();
  const { copy, isCopied } = useCopy();
  return (
    <span className={`ui-copy ${props.className ?? ''}`}>
      <span className="ui-copy-text">
        {props.isHash ? <HashText value={props.value} /> : props.value}
      </span>
      <IconButton
        icon={isCopied ? <Check /> : <Copy />}
        label={isCopied ? words.copied : `${words.copy} ${props.label}`}
        onClick={() => copy(props.value)}
        size="small"
      />
      <output className="ui-sr">{isCopied ? words.copied : ''}</output>
    </span>
  );
}

/** An address or hash in groups of four, its first and last group stronger. */
export function HashText(props: { value: string }) {
  const groups = props.value.match(/.{1,4}/gs) ?? [];
  return (
    <span className="ui-hash">
      {groups.map((group, index) => {
        const isEdge = index === 0 || index === groups.length - 1;
        return (
          <span
            className={isEdge ? 'ui-hash-group ui-hash-edge' : 'ui-hash-group'}
            // The groups of one value never move, so their place is their name.
            key={index}
          >
            {group}
          </span>
        );
      })}
    </span>
  );
}
