// Short notices that come and go: 2 s in general, 3.5 s for notices, errors until closed.
// Not the place for anything that must be acted on later; that is a message or a banner.
import { Toast as Base } from '@base-ui/react/toast';
import { Bell, Check, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { Pennant } from '../marks/Marks.tsx';
import { useUi } from '../words/UiProvider.tsx';

/** own: something happened to the reader's orders or money; it wears the lime. */
export type ToastKind = 'done' | 'notice' | 'own' | 'warn' | 'error';

/** What a toast says. */
export type ToastContent = {
  kind: ToastKind;
  title: string;
  text?: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
};

const shownMs: Readonly<Record<ToastKind, number>> = {
  done: 2000,
  notice: 3500,
  own: 3500,
  warn: 3500,
  error: 0,
};
const toastsMax = 5;

type ToastData = { action?: ToastContent['action'] };

/** Hold the toasts of the page; once, near the root, inside UiProvider. */
export function ToastProvider(props: { children: ReactNode }) {
  const { words } = useUi();
  return (
    <Base.Provider limit={toastsMax} timeout={shownMs.done}>
      {props.children}
      <Base.Portal>
        <Base.Viewport aria-label={words.notifications} className="ui-toasts">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Show and close toasts. */
export function useToasts(): {
  show: (content: ToastContent) => string;
  close: (id: string) => void;
} {
  const manager = Base.useToastManager<ToastData>();
  const { add, close } = manager;
  return useMemo(
    () => ({
      show: (content) =>
        add({
          title: content.title,
          description: content.text,
          type: content.kind,
          timeout: shownMs[content.kind],
          priority: content.kind === 'error' ? 'high' : 'low',
          data: { action: content.action },
        }),
      close,
    }),
    [add, close],
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
        <Base.Close render={<IconButton icon={<X />} label={words.close} size="small" />} />
      </Base.Root>
    );
  });
}

function ToastIcon(props: { kind: ToastKind }) {
  if (props.kind === 'own') return <Pennant />;
  const Icon = { done: Check, notice: Bell, warn: TriangleAlert, error: OctagonAlert }[props.kind];
  return <Icon aria-hidden="true" className="ui-toast-icon" data-type={props.kind} />;
}
