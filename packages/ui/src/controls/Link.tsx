import { useRender } from '@base-ui/react/use-render';
import { ArrowUpRight } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { useUi } from '../words/UiProvider.tsx';

/** A link in text; isQuiet for lists of links, isExternal for another house. */
export function Link(
  props: ComponentProps<'a'> & {
    isQuiet?: boolean | undefined;
    isExternal?: boolean | undefined;
    /** Another element in place of a, for instance a router's link. */
    render?: ReactElement | undefined;
  },
) {
  const { isQuiet, isExternal, render, children, className, ...rest } = props;
  const { words } = useUi();
  const outside = isExternal ? { target: '_blank', rel: 'noreferrer noopener' } : {};
  return useRender({
    defaultTagName: 'a',
    render,
    props: {
      ...rest,
      ...outside,
      className: `ui-link ${className ?? ''}`,
      'data-quiet': isQuiet ? '' : undefined,
      children: (
        <>
          {children}
          {isExternal ? <ArrowUpRight aria-hidden="true" /> : null}
          {isExternal ? <span className="ui-sr"> {words.opensNewWindow}</span> : null}
        </>
      ),
    } as Record<string, unknown>,
  });
}
