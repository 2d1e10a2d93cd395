// The way to a transfer: opens it over the page; as a link, for another tab or before the page
// runs, it leads to the page of transfers. A guest is sent to sign in by that page.
import type { ButtonVariant } from '@isobath/ui';
import type { MouseEvent, ReactNode } from 'react';
import { ButtonLink } from './ButtonLink.tsx';
import { openTransfer, type TransferRequest } from './layers.ts';
import { useSession } from './session.ts';
import { useLocale } from './texts.tsx';

/** The page that the same wish leads to. */
export function transferAddress(locale: string, request: TransferRequest): string {
  const { source, target, asset, tradeId } = request;
  const query = new URLSearchParams({
    ...(source === undefined ? {} : { source: String(source) }),
    ...(target === undefined ? {} : { target: String(target) }),
    ...(asset === undefined ? {} : { asset }),
    ...(tradeId === undefined ? {} : { tradeId: String(tradeId) }),
  });
  return `/${locale}/account/transfer${query.size === 0 ? '' : `?${query}`}`;
}

/** Take a plain press for the dialog; every other one stays a link's. */
export function useTransferPress(request: TransferRequest): (event: MouseEvent) => void {
  const session = useSession();
  return (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (session === null || !isPlain) return;
    event.preventDefault();
    openTransfer(request);
  };
}

/** The way, looking like a button. */
export function TransferLink(props: {
  request: TransferRequest;
  variant?: ButtonVariant;
  size?: 'small' | 'normal' | 'large';
  children: ReactNode;
}) {
  const { request, children, ...looks } = props;
  const press = useTransferPress(request);
  return (
    <ButtonLink {...looks} onClick={press} to={transferAddress(useLocale(), request)}>
      {children}
    </ButtonLink>
  );
}
