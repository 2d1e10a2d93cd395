// A newcomer's tasks: what the account shows done, what is left and where it is done. Done ones are
// claimed here. Not vouchers or rewards: nothing is paid for these.
import { Button, Check, Moment, useToasts } from '@isobath/ui';
import { ApiError } from '@isobath/sdk';
import { type NewbieTask, taskRoutes } from '@isobath/wire';
import { useState } from 'react';
import type { Route } from './+types/TasksPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { browserClient } from '../../../base/client.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import '../inbox.css';

/** Texts of this page. */
export const handle = { texts: ['inbox'] } as const;

/** Not for search engines. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The tasks as they are now; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const { list } = await client.call(taskRoutes.newbieTasks, { query: {} });
  return { tasks: list };
}

/** The page. */
export default function TasksPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('inbox');
  const [tasks, setTasks] = useState(loaderData.tasks);
  const next = tasks.find(({ status }) => status !== 'done');
  const done = tasks.filter(({ status }) => status === 'done').length;
  return (
    <main className="inbox-page">
      <h1 className="inbox-title">{t('task.title')}</h1>
      <p className="inbox-note">{t('task.text')}</p>
      <div className="inbox-task-progress">
        <progress aria-label={t('task.title')} max={tasks.length} value={done} />
        <span>{t('task.progress', { done, all: tasks.length })}</span>
      </div>
      <ol className="inbox-tasks">
        {tasks.map((task) => (
          <Task
            isNext={task.taskId === next?.taskId}
            key={task.taskId}
            onClaimed={(claimed) =>
              setTasks(tasks.map((each) => (each.taskId === claimed.taskId ? claimed : each)))
            }
            task={task}
          />
        ))}
      </ol>
    </main>
  );
}

function Task(props: {
  task: NewbieTask;
  /** The one to be done now: its button is the main one. */
  isNext: boolean;
  onClaimed: (task: NewbieTask) => void;
}) {
  const t = useTexts('inbox');
  const locale = useLocale();
  const toasts = useToasts();
  const [isPending, setPending] = useState(false);
  const { task } = props;
  const isDone = task.status === 'done';
  const claim = async () => {
    setPending(true);
    try {
      const { taskId } = task;
      props.onClaimed(await browserClient().call(taskRoutes.receiveTask, { body: { taskId } }));
    } catch (error) {
      const title = error instanceof ApiError ? error.message : t('failed');
      toasts.show({ kind: 'error', title });
    }
    setPending(false);
  };
  return (
    <li className="inbox-task" data-done={isDone ? '' : undefined}>
      <span aria-hidden="true" className="inbox-task-mark">
        {isDone ? <Check /> : task.taskId}
      </span>
      <span className="inbox-task-words">
        <b>{t(`task.${task.code}`)}</b>
        <span>{t(`task.${task.code}.text`)}</span>
        {isDone ? (
          <small>
            {t('task.doneAt')} <Moment atMs={task.doneTime} form="date" />
          </small>
        ) : null}
      </span>
      {isDone ? null : (
        <ButtonLink to={`/${locale}${task.jumpLink}`} variant={props.isNext ? 'primary' : 'quiet'}>
          {t('task.go')}
        </ButtonLink>
      )}
      {isDone && task.receiveStatus === 0 ? (
        <Button isPending={isPending} onClick={() => void claim()} variant="quiet">
          {t('task.claim')}
        </Button>
      ) : null}
    </li>
  );
}
