// The menu of a header: headings in one line that open a panel of links by hover, press or key.
// Not a list of actions (Menu) and not the accordions of a side menu. Every page loads it, so it
// is made of plain elements and knows only one place: below its heading, inside the window.
import { ChevronDown } from 'lucide-react';
import {
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** One link of a panel: the router's element, empty; label and note are put into it. */
export type NavLink = {
  key: string;
  label: string;
  link: ReactElement<Record<string, unknown>>;
  isHere?: boolean | undefined;
  /** Beside the label: that its page is to come. */
  note?: ReactNode;
};

/** One heading: a panel of links, or a link of its own. */
export type NavGroup =
  | { key: string; label: string; isHere?: boolean | undefined; links: readonly NavLink[] }
  | (NavLink & { links?: undefined });

/** More links than this stand in two columns. */
const oneColumnMax = 6;
const openAfterMs = 50;
const closeAfterMs = 200;
/** A press this soon after the pointer opened a panel was meant to open it. */
const sameIntentMs = 400;
const windowEdgePx = 8;

/** In how many columns the links of a menu stand. */
export function countMenuColumns(linksCount: number): 1 | 2 {
  return linksCount > oneColumnMax ? 2 : 1;
}

/** Headings with their panels. */
export function NavMenu(props: { label: string; groups: readonly NavGroup[] }) {
  const [openKey, setOpenKey] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && openKey !== '') {
      list.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
      setOpenKey('');
    }
    moveFocus(event, list.current);
  };
  return (
    <nav
      aria-label={props.label}
      className="ui-nav"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpenKey('');
      }}
      onKeyDown={onKeyDown}
    >
      <ul className="ui-nav-list" ref={list}>
        {props.groups.map((group) =>
          group.links === undefined ? (
            <li className="ui-nav-item" key={group.key}>
              {cloneElement(
                group.link,
                linkProps(group, 'ui-nav-head'),
                <span className="ui-nav-word">
                  {group.label}
                  {group.note}
                </span>,
              )}
            </li>
          ) : (
            <Heading
              group={group}
              isOpen={openKey === group.key}
              key={group.key}
              onOpen={(isOpen) =>
                setOpenKey((now) => (isOpen ? group.key : now === group.key ? '' : now))
              }
            />
          ),
        )}
      </ul>
    </nav>
  );
}

function linkProps(one: NavLink, className: string): Record<string, unknown> {
  return {
    className,
    'aria-current': one.isHere === true ? 'page' : undefined,
    'data-active': one.isHere === true ? '' : undefined,
  };
}

/** Arrows go along the headings, and down into the panel that is open. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const isAcross = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
  const isDown = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (list === null || (!isAcross && !isDown)) return;
  const parts = [...list.querySelectorAll<HTMLElement>(isAcross ? '.ui-nav-head' : '.ui-nav-link')];
  const at = parts.indexOf(document.activeElement as HTMLElement);
  if (isAcross && at === -1) return;
  const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
  const next = parts[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

type HeadingProps = {
  group: NavGroup & { links: readonly NavLink[] };
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

function Heading({ group, isOpen, onOpen }: HeadingProps) {
  const panelId = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openedAtMs = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const turnSoon = (event: PointerEvent, next: boolean) => {
    if (event.pointerType === 'touch') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        if (next) openedAtMs.current = performance.now();
        onOpen(next);
      },
      next ? openAfterMs : closeAfterMs,
    );
  };
  const press = () => {
    clearTimeout(timer.current);
    const isSameIntent = performance.now() - openedAtMs.current < sameIntentMs;
    onOpen(!isOpen || isSameIntent);
  };
  return (
    <li
      className="ui-nav-item"
      onPointerEnter={(event) => turnSoon(event, true)}
      onPointerLeave={(event) => turnSoon(event, false)}
    >
      <button
        aria-controls={isOpen ? panelId : undefined}
        aria-expanded={isOpen}
        className="ui-nav-head"
        data-here={group.isHere === true ? '' : undefined}
        data-popup-open={isOpen ? '' : undefined}
        onClick={press}
        type="button"
      >
        <span className="ui-nav-word">{group.label}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      {isOpen ? <Panel id={panelId} links={group.links} onLeave={() => onOpen(false)} /> : null}
    </li>
  );
}

function Panel(props: { id: string; links: readonly NavLink[]; onLeave: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  const [shiftPx, setShiftPx] = useState(0);
  useLayoutEffect(() => {
    const end = panel.current?.getBoundingClientRect().right ?? 0;
    setShiftPx(Math.min(0, document.documentElement.clientWidth - windowEdgePx - end));
  }, []);
  return (
    <div className="ui-nav-popup" id={props.id} ref={panel} style={{ marginInlineStart: shiftPx }}>
      <ul className="ui-nav-links" data-columns={countMenuColumns(props.links.length)}>
        {props.links.map((one) => (
          <li key={one.key}>
            {cloneElement(
              one.link,
              { ...linkProps(one, 'ui-nav-link'), onClick: props.onLeave },
              one.label,
              one.note,
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
