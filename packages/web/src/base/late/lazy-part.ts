// Parts beside the page whose files come when they are needed. One that cannot be brought, because
// the network is away or another version was put in place meanwhile, is left out until the page is
// loaded anew (browsers do not ask for a module twice): it would take the whole page with it. So is
// one whose words cannot be brought (LeftOut.tsx). Not for pages, which the router brings.
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { LeftOut } from './LeftOut.tsx';

/**
 * A component of a file that comes later; as React's `lazy`, with nothing in the place of a part
 * whose file or words do not come.
 *
 * @param name - of the component in its file.
 * @param meanwhile - stands there until the part has come.
 */
export function lazyPart<TModule extends object, TName extends keyof TModule>(
  bring: () => Promise<TModule>,
  name: TName,
  meanwhile?: ReactNode,
): TModule[TName] {
  const Part = lazy(() =>
    bring().then(
      (file) => ({ default: file[name] as ComponentType<object> }),
      () => ({ default: () => null }),
    ),
  );
  const held = (props: object) =>
    createElement(
      Suspense,
      { fallback: meanwhile },
      createElement(LeftOut, null, createElement(Part, props)),
    );
  return held as TModule[TName];
}
