// Short notices that come and go: 2 s in general, 3.5 s for notices, errors until closed.
// Not the place for anything that must be acted on later; that is a message or a banner.
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Toasts, ToastStore } from './toast-store.ts';

const ToastView = lazy(async () => ({ default: (await import('./ToastView.tsx')).ToastView }));

const ToastContext = createContext<Toasts | null>(null);

/** Hold the toasts of the page; once, near the root, inside UiProvider. */
export function ToastProvider(props: { children: ReactNode }) {
  const [store] = useState(() => new ToastStore());
  const isNeeded = useSyncExternalStore(store.watch, store.isNeeded, () => false);
  return (
    <ToastContext value={store}>
      {props.children}
      {isNeeded ? (
        <Suspense>
          <ToastView store={store} />
        </Suspense>
      ) : null}
    </ToastContext>
  );
}

/**
 * Show and close toasts.
 *
 * @throws when no ToastProvider is above.
 */
export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === null) throw new Error('Toasts need a ToastProvider above them.');
  return toasts;
}
