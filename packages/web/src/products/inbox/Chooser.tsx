// Tabs of modules with the sub-navigation below, and the list of what was chosen.
import { Segmented, Tabs, useToasts } from '@isobath/ui';
import { inboxRoutes, type RouteAnswer } from '@isobath/wire';
import { type ReactNode, useEffect, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import {
  listChoices,
  type ModuleTab,
  moduleTabs,
  type Submodule,
} from '../../base/notifications/choices.ts';
import { MessageList } from './MessageList.tsx';
import { useNotifications } from './notification-store.ts';
import { useMessages } from './use-messages.ts';

type Modules = RouteAnswer<typeof inboxRoutes.classify>;

/** What is unread in each module; asked anew when the whole of it, or the newest, is another. */
function useModules(stamp: string): Modules {
  const [modules, setModules] = useState<Modules>([]);
  useEffect(() => {
    const leave = new AbortController();
    browserClient()
      .call(inboxRoutes.classify, { signal: leave.signal })
      .then(setModules)
      // Without an answer the tabs count nothing; the list does not wait for them.
      .catch(() => {});
    return () => leave.abort();
  }, [stamp]);
  return modules;
}

/** A count that is worth saying. */
function countOf(modules: Modules, tab: ModuleTab): number | undefined {
  return modules.find(({ code }) => code === Number(tab))?.unreadCount || undefined;
}

/** Choose, list, mark all as read. */
export function Chooser(props: {
  onJump?: (() => void) | undefined;
  /** Stands above the list on the tab of everything. */
  reminder?: ReactNode;
}) {
  const t = useTexts('inbox');
  const toasts = useToasts();
  const notifications = useNotifications(useLocale());
  const [tab, setTab] = useState<ModuleTab>('0');
  const [submodule, setSubmodule] = useState<Submodule>('0');
  const choice = { moduleId: Number(tab), submoduleId: Number(submodule) };
  const list = useMessages(choice, notifications?.newest[0]?.id ?? '');
  const modules = useModules(`${notifications?.countTotal} ${notifications?.newest[0]?.id}`);
  const readAll = async () => {
    if (await list.markAllRead()) toasts.show({ kind: 'done', title: t('allReadDone') });
  };
  const change = (next: ModuleTab) => {
    setTab(next);
    setSubmodule('0');
  };
  return (
    <Tabs
      className="inbox-chooser"
      end={
        <>
          <span className="inbox-panel-title">{t('title')}</span>
          <button className="inbox-read-all" onClick={() => void readAll()} type="button">
            {t('allRead')}
          </button>
        </>
      }
      label={t('title')}
      onChange={change}
      tabs={moduleTabs.map((value) => ({
        value,
        label: t(`tab.${value}`),
        count: countOf(modules, value),
      }))}
      value={tab}
    >
      <div className="inbox-sub ui-fading-row">
        <Segmented
          label={t(`tab.${tab}`)}
          onChange={setSubmodule}
          options={listChoices(tab).map((value) => ({ value, label: t(`sub.${value}`) }))}
          size="small"
          value={submodule}
        />
      </div>
      {tab === '0' ? props.reminder : null}
      <MessageList
        isFiltered={tab !== '0' || submodule !== '0'}
        list={list}
        onJump={props.onJump}
        onShowAll={() => change('0')}
      />
    </Tabs>
  );
}
