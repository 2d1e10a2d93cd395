import { Accordion as Base } from '@base-ui/react/accordion';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Headings that open their text; isSingle closes the others. */
export function Accordion(props: {
  items: readonly { key: string; title: ReactNode; content: ReactNode }[];
  openFirst?: boolean | undefined;
  isSingle?: boolean | undefined;
}) {
  const first = props.openFirst ? props.items[0] : undefined;
  return (
    <Base.Root defaultValue={first ? [first.key] : []} multiple={props.isSingle !== true}>
      {props.items.map((item) => (
        <Base.Item className="ui-accordion-item" key={item.key} value={item.key}>
          <Base.Header className="ui-accordion-head">
            <Base.Trigger className="ui-accordion-button">
              {item.title}
              <ChevronDown aria-hidden="true" />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="ui-accordion-panel">
            <div className="ui-accordion-inner">{item.content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  );
}
