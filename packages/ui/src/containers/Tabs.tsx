// Tabs on the waterline: parts of one panel (Tabs) or pages of one section (TabLinks).
// Not what a panel holds, nor a set of choices (Segmented). Many first pages load them, so they are
// made of plain elements.
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';

/** One tab; hasNews marks what was not seen yet. */
export type TabOption<TValue extends string> = {
  value: TValue;
  label: string;
  /** How many there are; a text where only "99+" is known. */
  count?: number | string | undefined;
  hasNews?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Beside the label. */
  note?: ReactNode;
};

/** Where a key leads from a tab: forward, back, to the first or the last. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** On a narrow screen the row scrolls by itself to the tab that is chosen. */
function useChosenInSight(value: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector('[data-active], [aria-current]');
    if (!row || !chosen || row.scrollWidth <= row.clientWidth) return;
    const room = row.getBoundingClientRect();
    const tab = chosen.getBoundingClientRect();
    row.scrollLeft += tab.left + tab.width / 2 - room.left - room.width / 2;
  }, [value]);
  return list;
}

/** Parts of one panel; children is the body of the chosen tab. Arrow keys choose. */
export function Tabs<TValue extends string>(props: {
  label: string;
  tabs: readonly TabOption<TValue>[];
  value: TValue;
  onChange: (value: TValue) => void;
  /** Tools at the end of the bar. */
  end?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const list = useChosenInSight(props.value);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = moves[event.key];
    const open = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:enabled')];
    const at = open.indexOf(event.target as HTMLElement);
    if (next === undefined || at === -1) return;
    event.preventDefault();
    const tab = open[next(at, open.length)];
    tab?.focus();
    tab?.click();
  };
  return (
    <div className={`ui-tabs ${props.className ?? ''}`}>
      <div className="ui-tabs-bar">
        <div
          aria-label={props.label}
          className="ui-tabs-list"
          onKeyDown={move}
          ref={list}
          role="tablist"
        >
          {props.tabs.map((tab) => {
            const isChosen = tab.value === props.value;
            return (
              <button
                aria-controls={isChosen ? `${id}-panel` : undefined}
                aria-selected={isChosen}
                className="ui-tab"
                data-active={isChosen ? '' : undefined}
                data-disabled={tab.isDisabled === true ? '' : undefined}
                disabled={tab.isDisabled === true}
                id={`${id}-${tab.value}`}
                key={tab.value}
                onClick={() => {
                  if (!isChosen) props.onChange(tab.value);
                }}
                role="tab"
                tabIndex={isChosen ? 0 : -1}
                type="button"
              >
                <TabFace tab={tab} />
              </button>
            );
          })}
        </div>
        {props.end ? <div className="ui-tabs-end">{props.end}</div> : null}
      </div>
      <div
        aria-labelledby={`${id}-${props.value}`}
        className="ui-tab-panel"
        id={`${id}-panel`}
        key={props.value}
        role="tabpanel"
        tabIndex={0}
      >
        {props.children}
      </div>
    </div>
  );
}

/** Pages of one section: links that look like tabs, the present one marked. */
export function TabLinks<TValue extends string>(props: {
  label: string;
  tabs: readonly (TabOption<TValue> & { link: ReactElement<{ children?: ReactNode }> })[];
  value: TValue;
  end?: ReactNode;
}) {
  const list = useChosenInSight(props.value);
  return (
    <nav aria-label={props.label} className="ui-tabs-bar">
      <div className="ui-tabs-list" ref={list}>
        {props.tabs.map((tab) =>
          cloneElement(
            tab.link as ReactElement<Record<string, unknown>>,
            {
              'aria-current': tab.value === props.value ? 'page' : undefined,
              className: 'ui-tab',
              key: tab.value,
            },
            <TabFace tab={tab} />,
          ),
        )}
      </div>
      {props.end ? <div className="ui-tabs-end">{props.end}</div> : null}
    </nav>
  );
}

function TabFace(props: { tab: TabOption<string> }) {
  const { tab } = props;
  return (
    <>
      {tab.label}
      {tab.note}
      {tab.count === undefined ? null : <span className="ui-tab-count">{tab.count}</span>}
      {tab.hasNews ? <span aria-hidden="true" className="ui-tab-news" /> : null}
      <svg aria-hidden="true" className="ui-tab-notch" viewBox="0 0 14 6">
        <path d="M1 5.5 7 .8l6 4.7" />
      </svg>
    </>
  );
}
