// Parts beside the page whose files come when they are needed. One that cannot be brought, because
// the network is away or another version was put in place meanwhile, is left out until the page is
// loaded anew (browsers do not ask for a module twice): it would take the whole page with it. So is
// one whose words cannot be brought (LeftOut.tsx). Not for pages, which the router brings.
import { type ComponentType, createElement, lazy } from 'react';
import { LeftOut } from './LeftOut.tsx';

function hold(Part: ComponentType<object>): ComponentType<object> {
  return (props) => createElement(LeftOut, null, createElement(Part, props));
}

/** As React's `lazy`, with nothing in the place of a part whose file or words do not come. */
export const lazyPart: typeof lazy = (bring) =>
  lazy(() =>
    bring().then(
      ({ default: part }) => ({ default: hold(part as ComponentType<object>) as never }),
      () => ({ default: (() => null) as never }),
    ),
  );
