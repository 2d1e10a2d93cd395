// Toasts as they are seen and heard. Not who asks for them (toast-store.ts).
// Loaded by Toasts.tsx with the first one.
import { Toast as Base } from '@base-ui/react/toast';
import { Bell, Check, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { Pennant, showCount } from '../marks/Marks.tsx';
import { useUi } from '../words/UiProvider.tsx';
import type { ShownToast, ToastKind, ToastStore } from './toast-store.ts';

const shownMs: Readonly<Record<ToastKind, number>> = {
  done: 2000,
  notice: 3500,
  own: 3500,
  warn: 2000,
  error: 0,
};
const toastsMax = 5;

type ToastData = { action: ShownToast['action']; count: number };

/** The column of toasts. */
export function ToastView({ store }: { store: ToastStore }) {
  const { words } = useUi();
  const [manager] = useState(() => Base.createToastManager<ToastData>());
  useEffect(
    () =>
      store.attach({
        // With a known id the library changes the words and starts the time again.
        add: (id, toast) =>
          manager.add({
            id,
            title: toast.title,
            description: toast.text,
            type: toast.kind,
            timeout: shownMs[toast.kind],
            priority: toast.kind === 'error' ? 'high' : 'low',
            data: { action: toast.action, count: toast.count },
            onClose: () => store.forget(id),
          }),
        close: (id) => manager.close(id),
      }),
    [store, manager],
  );
  return (
    <Base.Provider limit={toastsMax} timeout={shownMs.done} toastManager={manager}>
      <Base.Portal>
        <Base.Viewport aria-label={words.notifications} className="ui-toasts">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { words } = useUi();
  const { toasts } = Base.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const { action, count = 1 } = toast.data ?? {};
    return (
      <Base.Root
        className="ui-toast"
        data-type={toast.type}
        key={toast.id}
        swipeDirection="right"
        toast={toast}
      >
        <ToastIcon kind={(toast.type ?? 'done') as ToastKind} />
        <Base.Content className="ui-toast-words">
          <p className="ui-toast-head">
            <Base.Title className="ui-toast-title" render={<span />} />
            {count > 1 ? <span className="ui-toast-count">×{showCount(count)}</span> : null}
          </p>
          <Base.Description className="ui-toast-text" />
          {action ? (
            <div className="ui-toast-action">
              <Button onClick={action.onPress} size="small">
                {action.label}
              </Button>
            </div>
          ) : null}
        </Base.Content>
        {/* The library hides it until a pointer comes, and yet keys reach it. */}
        <Base.Close
          aria-hidden={false}
          render={<IconButton icon={<X />} label={words.close} size="small" />}
        />
      </Base.Root>
    );
  });
}

function ToastIcon(props: { kind: ToastKind }) {
  if (props.kind === 'own') return <Pennant />;
  const Icon = { done: Check, notice: Bell, warn: TriangleAlert, error: OctagonAlert }[props.kind];
  return <Icon aria-hidden="true" className="ui-toast-icon" data-type={props.kind} />;
}
