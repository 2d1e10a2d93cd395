// One line above all messages while a newcomer's task is unclaimed: how far one is, what comes
// next, and the way there. Gone once every task is claimed. Shown by the bell's panel and the page.
import { ChevronRight } from '@isobath/ui';
import { type NewbieTask, taskRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';

/** As many as there can be, on one page; version 3 of the face. */
const requested = { pageSize: '1000', bver: '3' };

function useTasks(): readonly NewbieTask[] {
  const [tasks, setTasks] = useState<readonly NewbieTask[]>([]);
  useEffect(() => {
    let isHere = true;
    browserClient()
      .call(taskRoutes.newbieTasks, { query: requested })
      .then(({ list }) => isHere && setTasks(list))
      // Messages are what one came for; without an answer nothing is reminded of.
      .catch(() => {});
    return () => {
      isHere = false;
    };
  }, []);
  return tasks;
}

/** The reminder. @param onJump - called when it is followed. */
export function TaskReminder({ onJump }: { onJump?: (() => void) | undefined }) {
  const t = useTexts('inbox');
  const locale = useLocale();
  const tasks = useTasks();
  if (!tasks.some(({ receiveStatus }) => receiveStatus === 0)) return null;
  const next = tasks.find(({ status }) => status === 'open');
  const done = tasks.filter(({ status }) => status === 'done').length;
  return (
    <Link className="inbox-task-reminder" onClick={onJump} to={`/${locale}/myTask`}>
      <span className="inbox-task-count">
        {done}/{tasks.length}
      </span>
      <span className="inbox-task-words">
        <b>{t('task.title')}</b>
        <span>{next === undefined ? t('task.allDone') : t(`task.${next.code}`)}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
