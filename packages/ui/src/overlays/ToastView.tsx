// Toasts as they are seen and heard. Not who asks for them (toast-store.ts).
// Loaded by Toasts.tsx with the first one.
import { Toast as Base } from '@base-ui/react/toast';
import { Bell, Check, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { Pennant } from '../marks/Marks.tsx';
import { useUi } from '../words/UiProvider.tsx';
import type { ToastContent, ToastKind, ToastStore } from './toast-store.ts';

const shownMs: Readonly<Record<ToastKind, number>> = {
  done: 2000,
  notice: 3500,
  own: 3500,
  warn: 2000,
  error: 0,
};
const toastsMax = 5;

type ToastData = { action?: ToastContent['action'] };

/** The column of toasts. */
export function ToastView({ store }: { store: ToastStore }) {
  const { words } = useUi();
  const [manager] = useState(() => Base.createToastManager<ToastData>());
  useEffect(
    () =>
      store.attach({
        add: (id, content) =>
          manager.add({
            id,
            title: content.title,
            description: content.text,
            type: content.kind,
            timeout: shownMs[content.kind],
            priority: content.kind === 'error' ? 'high' : 'low',
            data: { action: content.action },
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
    const action = toast.data?.action;
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
          <Base.Title className="ui-toast-title" render={<p />} />
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
