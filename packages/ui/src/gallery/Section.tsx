import type { ReactNode } from 'react';

/** One section of the gallery with its anchor. */
export function Section(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${props.id}-title`} className="ui-gallery-section" id={props.id}>
      <h2 className="ui-gallery-title" id={`${props.id}-title`}>
        <a href={`#${props.id}`}>{props.title}</a>
      </h2>
      {props.children}
    </section>
  );
}

/** Parts side by side with a caption. */
export function Shelf(props: { caption: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className="ui-gallery-shelf" data-wide={props.isWide ? '' : undefined}>
      <p className="ui-gallery-caption">{props.caption}</p>
      <div className="ui-gallery-parts">{props.children}</div>
    </div>
  );
}
