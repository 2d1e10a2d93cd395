// Tabs on the waterline: parts of one panel (Tabs) or pages of one section (TabLinks).
import { Tabs as Base } from '@base-ui/react/tabs';
import { cloneElement, type ReactElement, type ReactNode } from 'react';

/** One tab; hasNews marks what was not seen yet. */
export type TabOption<TValue extends string> = {
  value: TValue;
  label: string;
  count?: number | undefined;
  hasNews?: boolean | undefined;
  isDisabled?: boolean | undefined;
};

/** Parts of one panel; children is the body of the chosen tab. */
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
  return (
    <Base.Root
      className={`ui-tabs ${props.className ?? ''}`}
      onValueChange={(value) => props.onChange(value as TValue)}
      value={props.value}
    >
      <div className="ui-tabs-bar">
        <Base.List activateOnFocus aria-label={props.label} className="ui-tabs-list">
          {props.tabs.map((tab) => (
            <Base.Tab
              className="ui-tab"
              disabled={tab.isDisabled === true}
              key={tab.value}
              value={tab.value}
            >
              <TabFace tab={tab} />
            </Base.Tab>
          ))}
        </Base.List>
        {props.end ? <div className="ui-tabs-end">{props.end}</div> : null}
      </div>
      <Base.Panel className="ui-tab-panel" value={props.value}>
        {props.children}
      </Base.Panel>
    </Base.Root>
  );
}

/** Pages of one section: links that look like tabs, the present one marked. */
export function TabLinks<TValue extends string>(props: {
  label: string;
  tabs: readonly (TabOption<TValue> & { link: ReactElement<{ children?: ReactNode }> })[];
  value: TValue;
  end?: ReactNode;
}) {
  return (
    <nav aria-label={props.label} className="ui-tabs-bar">
      <div className="ui-tabs-list">
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
      {tab.count === undefined ? null : <span className="ui-tab-count">{tab.count}</span>}
      {tab.hasNews ? <span aria-hidden="true" className="ui-tab-news" /> : null}
      <svg aria-hidden="true" className="ui-tab-notch" viewBox="0 0 14 6">
        <path d="M1 5.5 7 .8l6 4.7" />
      </svg>
    </>
  );
}
