// The floating way to customer service: a button with what is unread, the lines behind it in the
// operator's order, and the panel of our own desk, which stays while pages change.
// Not how a line is brought (line.ts) nor what is said (conversation.ts). Held by the frame of all
// pages.
import { Badge, Dialog, Headset, Popover } from '@isobath/ui';
import { configurationRoutes, type NotificationsData, type ServiceLine } from '@isobath/wire';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { browserClient } from '../../base/client.ts';
import { browserLive } from '../../base/live.ts';
import { useScreen } from '../../base/screen.ts';
import { useSession } from '../../base/session.ts';
import { orderLines } from '../../base/service-lines.ts';
import { serviceRequest } from '../../base/service-request.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useValue } from '../../base/value.ts';
import { createServiceLine, type ServiceLineControl } from './line.ts';
import { createOutside, type Outside } from './outside.ts';
import { createOwnSource } from './own-desk.ts';
import { createConversation, type Conversation } from './conversation.ts';
import './service.css';

const bringPanel = () => import('./TalkPanel.tsx');
const TalkPanel = lazyPart(bringPanel, 'TalkPanel');
const OutsidePanel = lazyPart(() => import('./OutsidePanel.tsx'), 'OutsidePanel');
const refreshEveryMs = 1_000;
const guestLooksEveryMs = 4_000;
const names = { 1: 'line.1', 2: 'line.2', 3: 'line.3' } as const;

interface Lines {
  readonly controls: readonly ServiceLineControl[];
  readonly talks: readonly Conversation[];
  readonly outsides: readonly Outside[];
}

/** The lines of this page, made once the configuration is known. */
function useLines(isSignedIn: boolean): { lines: Lines | null; turn: number } {
  const [lines, setLines] = useState<Lines | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOver = false;
    browserClient()
      .call(configurationRoutes.serviceConfig)
      .then(({ serviceLines, scripts }) => {
        if (isOver) return;
        const talks: Conversation[] = [];
        const outsides: Outside[] = [];
        const controls = orderLines(serviceLines, isSignedIn).map((line) => {
          const script = scripts.find((each) => each.line === line);
          const onChange = () => setTurn((before) => before + 1);
          if (script !== undefined) {
            const outside = createOutside(line, script.address);
            outsides.push(outside);
            return createServiceLine(line, outside.source, { onChange });
          }
          const conversation = createConversation(line);
          talks.push(conversation);
          return createServiceLine(line, createOwnSource(conversation, bringPanel), { onChange });
        });
        setLines({ controls, talks, outsides });
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [isSignedIn]);
  return { lines, turn };
}

/** Bring the mixed desk early, ask all lines how they are, and hear of what the desk says. */
function useUpkeep(lines: Lines | null, isSignedIn: boolean): void {
  const locale = useLocale();
  useEffect(() => {
    if (lines === null) return undefined;
    void lines.controls.find(({ line }) => line === 3)?.load();
    const timer = setInterval(() => {
      for (const control of lines.controls) control.refresh();
    }, refreshEveryMs);
    const lookAll = () => {
      for (const conversation of lines.talks) {
        if (conversation.value.read() !== null) void conversation.refresh().catch(() => {});
      }
    };
    if (!isSignedIn) {
      const guest = setInterval(() => {
        const isTalking = lines.talks.some(
          ({ value }) => (value.read()?.state ?? 'none') !== 'none',
        );
        if (isTalking) lookAll();
      }, guestLooksEveryMs);
      return () => {
        clearInterval(timer);
        clearInterval(guest);
      };
    }
    let heardId = -1;
    const stop = browserLive().subscribe(`notices:${locale}`, (frame) => {
      const { lastId } = (frame.data as NotificationsData).desk;
      if (lastId === heardId) return;
      heardId = lastId;
      lookAll();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [lines, isSignedIn, locale]);
}

/** The widget. On pages that fill the window the frame keeps a place for its button. */
export function ServiceWidget() {
  const t = useTexts('service');
  const isSignedIn = useSession() !== null;
  const { lines, turn } = useLines(isSignedIn);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isPhone = useScreen() === 'phone';
  const request = useValue(serviceRequest);
  useUpkeep(lines, isSignedIn);
  const unreadCount = useMemo(
    () => lines?.controls.reduce((sum, one) => sum + one.readState().unreadCount, 0) ?? 0,
    [lines, turn],
  );
  const open = async (control: ServiceLineControl) => {
    const panels = [...(lines?.talks ?? []), ...(lines?.outsides ?? [])];
    for (const panel of panels) if (panel.line !== control.line) panel.close();
    if (await control.open()) setMenuOpen(false);
  };
  useEffect(() => {
    if (lines === null || request === null) return;
    serviceRequest.set(null);
    const named = lines.controls.find(({ line }) => line === request.line);
    const control = named ?? lines.controls[0];
    if (control !== undefined) void open(control);
  }, [request, lines]);
  if (lines === null || lines.controls.length === 0) return null;
  const show = (isOpen: boolean) => {
    setMenuOpen(isOpen);
    if (isOpen) for (const control of lines.controls) void control.load();
  };
  const menu = <LineMenu controls={lines.controls} onOpen={(control) => void open(control)} />;
  const button = (
    <button
      aria-haspopup="dialog"
      className="service-button"
      onClick={isPhone ? () => show(true) : undefined}
      type="button"
    >
      <Headset aria-hidden="true" />
      {/* Not a label of the button: that would keep the number from whoever listens. */}
      <span className="ui-sr">{t('title')}</span>
      <Badge count={unreadCount} isLoud label={t('unread')} />
    </button>
  );
  return (
    <>
      {isPhone ? (
        <>
          {button}
          <Dialog isOpen={isMenuOpen} onOpenChange={show} title={t('title')}>
            {menu}
          </Dialog>
        </>
      ) : (
        <Popover
          align="end"
          isBare
          isFixed
          isOpen={isMenuOpen}
          label={t('title')}
          onOpenChange={show}
          opensOnHover
          side="top"
          trigger={button}
        >
          {menu}
        </Popover>
      )}
      {createPortal(<Panels lines={lines} />, document.body)}
    </>
  );
}

/** The panels stand above header and bars of the page: their place is not the button's. */
function Panels({ lines }: { lines: Lines }) {
  return (
    <>
      {lines.talks.map((conversation) => (
        <OpenPanel key={conversation.line} conversation={conversation} />
      ))}
      {lines.outsides.map((outside) => (
        <OutsidePanel key={outside.line} outside={outside} />
      ))}
    </>
  );
}

function LineMenu(props: {
  controls: readonly ServiceLineControl[];
  onOpen: (control: ServiceLineControl) => void;
}) {
  const t = useTexts('service');
  return (
    <ul className="service-menu">
      {props.controls.map((control) => {
        const { isReady, hasFailed, unreadCount } = control.readState();
        const line: ServiceLine = control.line;
        return (
          <li key={line}>
            <button onClick={() => props.onOpen(control)} type="button">
              <span>
                {t(names[line])}
                <small>
                  {hasFailed ? t('failed') : isReady ? t(`${names[line]}.text`) : t('connecting')}
                </small>
              </span>
              <Badge count={unreadCount} isLoud label={t('unread')} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function OpenPanel({ conversation }: { conversation: Conversation }) {
  const isOpen = useValue(conversation.isOpen);
  return isOpen ? <TalkPanel conversation={conversation} /> : null;
}
