// The menu of a header: headings in one line that open a panel of links by hover, press or key.
// Not a list of actions (Menu) and not the accordions of a side menu.
import { NavigationMenu as Base } from '@base-ui/react/navigation-menu';
import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';

/** One link of a panel: the router's element, empty; label and note are put into it. */
export type NavLink = {
  key: string;
  label: string;
  link: ReactElement<Record<string, unknown>>;
  isHere?: boolean | undefined;
};

/** One heading: a panel of links, or a link of its own. */
export type NavGroup =
  | { key: string; label: string; isHere?: boolean | undefined; links: readonly NavLink[] }
  | (NavLink & { links?: undefined });

/** More links than this stand in two columns. */
const oneColumnMax = 6;

/** Headings with their panels. */
export function NavMenu(props: { label: string; groups: readonly NavGroup[] }) {
  return (
    <Base.Root aria-label={props.label} className="ui-nav">
      <Base.List className="ui-nav-list">
        {props.groups.map((group) => (
          <Base.Item className="ui-nav-item" key={group.key} value={group.key}>
            {group.links === undefined ? (
              <Base.Link active={group.isHere === true} className="ui-nav-head" render={group.link}>
                {group.label}
              </Base.Link>
            ) : (
              <Fragment>
                <Base.Trigger className="ui-nav-head" data-here={group.isHere ? '' : undefined}>
                  {group.label}
                  <ChevronDown aria-hidden="true" />
                </Base.Trigger>
                <Base.Content className="ui-nav-panel">
                  <ul
                    className="ui-nav-links"
                    data-columns={group.links.length > oneColumnMax ? 2 : 1}
                  >
                    {group.links.map((one) => (
                      <li key={one.key}>
                        <Base.Link
                          active={one.isHere === true}
                          className="ui-nav-link"
                          closeOnClick
                          render={one.link}
                        >
                          {one.label}
                        </Base.Link>
                      </li>
                    ))}
                  </ul>
                </Base.Content>
              </Fragment>
            )}
          </Base.Item>
        ))}
      </Base.List>
      <Base.Portal>
        <Base.Positioner className="ui-layer" collisionPadding={8} side="bottom" sideOffset={0}>
          <Base.Popup className="ui-nav-popup">
            <Base.Viewport className="ui-nav-viewport" />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
