// What a page keeps in its address: filters, a tab, a sorting. Two changes made while the rows of
// the first are still on their way are both kept: the router itself counts from what is shown.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** The address of a page, and the way to change it. */
export interface RequestedParams {
  /** What the page shows. */
  readonly shown: URLSearchParams;
  /** What was asked for last: the same, unless its rows are still on their way. */
  readonly requested: URLSearchParams;
  /** Change what was asked for last, in place of it in the history. */
  readonly turn: (change: (params: URLSearchParams) => void) => void;
}

/** The part of the address behind the question mark. */
export function useRequestedParams(): RequestedParams {
  const [shown, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const pending = useNavigation().location;
  const requested = pending?.pathname === pathname ? new URLSearchParams(pending.search) : shown;
  const text = requested.toString();
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const turn = (change: (params: URLSearchParams) => void) => {
    const next = new URLSearchParams(latest.current);
    change(next);
    latest.current = next.toString();
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { shown, requested, turn };
}
