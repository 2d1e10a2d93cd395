// The way to a price alert of one market: opens its form over the page; a guest is led to the page
// of alerts, which asks to sign in first. Not the form (a layer of the inbox).
import { Bell, IconButton } from '@isobath/ui';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from './ButtonLink.tsx';
import { type AlertRequest, openAlert } from './layers.ts';
import { useSession } from './session.ts';
import { useLocale } from './texts.tsx';

/** The page of alerts with a market chosen. */
export function alertAddress(locale: string, { symbol }: AlertRequest): string {
  return `/${locale}/inMail/noticeNavList?${new URLSearchParams({ tab: 'alerts', symbol })}`;
}

/** A bell in a row. */
export function AlertButton(props: { request: AlertRequest; label: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const locale = useLocale();
  return (
    <IconButton
      icon={<Bell />}
      label={props.label}
      onClick={(event) => {
        event.stopPropagation();
        if (session === null) void navigate(alertAddress(locale, props.request));
        else openAlert(props.request);
      }}
      size="small"
    />
  );
}

/** The same as a button with words. */
export function AlertLink(props: { request: AlertRequest; children: ReactNode }) {
  const session = useSession();
  const press = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (session === null || !isPlain) return;
    event.preventDefault();
    openAlert(props.request);
  };
  return (
    <ButtonLink onClick={press} to={alertAddress(useLocale(), props.request)} variant="quiet">
      {props.children}
    </ButtonLink>
  );
}
