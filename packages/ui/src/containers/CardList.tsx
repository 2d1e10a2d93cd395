import type { ReactNode } from 'react';

/** One card of a list: two lines of pairs and a foot; the whole card opens what is behind it. */
export type Card = {
  key: string;
  lead: ReactNode;
  main: ReactNode;
  sub?: ReactNode;
  side?: ReactNode;
  foot?: ReactNode;
  onOpen?: (() => void) | undefined;
};

/** Cards in one column, for lists that never were tables. */
export function CardList(props: { label: string; cards: readonly Card[] }) {
  return (
    <ul aria-label={props.label} className="ui-cards">
      {props.cards.map((card) => (
        <li className="ui-card" key={card.key}>
          {card.onOpen ? (
            <button className="ui-card-lead ui-card-open" onClick={card.onOpen} type="button">
              {card.lead}
            </button>
          ) : (
            <span className="ui-card-lead">{card.lead}</span>
          )}
          <span className="ui-card-main">{card.main}</span>
          {card.sub ? <span className="ui-card-sub">{card.sub}</span> : null}
          {card.side ? <span className="ui-card-side">{card.side}</span> : null}
          {card.foot ? <span className="ui-card-foot">{card.foot}</span> : null}
        </li>
      ))}
    </ul>
  );
}
