// A code to scan: always dark on white, whatever the theme, with room around it.
import { renderSVG } from 'uqr';

/** The picture of an address. @param label - what it leads to, for those who cannot scan. */
export function QrPicture(props: { address: string; label: string }) {
  return (
    <div
      aria-label={props.label}
      className="shell-qr"
      dangerouslySetInnerHTML={{ __html: renderSVG(props.address, { border: 1 }) }}
      role="img"
    />
  );
}
