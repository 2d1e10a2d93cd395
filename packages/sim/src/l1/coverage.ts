// What must have happened in a run of many seeds, by its length. It counts nothing itself.
// Called by main.ts.

/** Runs of this length must have met what happens often, longer ones everything. */
const SHORT_COUNT = 60_000;
const STANDARD_COUNT = 300_000;

/** What must have happened, so that "nothing was wrong" is not said of what never happened. */
const often: readonly string[] = [
  'answer lost',
  'asked again',
  'commit in doubt',
  'database crashed',
  'disk full',
  'engine killed',
  'gateway killed',
  'intent done',
  'intent malformed',
  'intent rejected',
  'intent taken',
  'journal replayed at a start',
  'key repeated',
  'message doubled',
  'message lost',
  'power lost',
  'projection started again',
  'projector killed',
  'recovered in place',
  'second writer',
  'sessions cut',
  'slow commits',
  'slow network',
  'snapshot kept',
  'start failed',
  'started from a snapshot',
  'trouble cancel_only',
  'trouble disk_full',
  'trouble halted',
  'trouble not_connected',
  'trouble outcome_unknown',
  'trouble recovering',
  'wish in doubt',
  'engine paused',
  'begun: book',
  'begun: private',
  'begun: trades',
  'contract traded',
  'positions left open',
  'edge killed',
  'edge started',
  'known news told again',
  'line cut',
  'looked back',
  'resume too old',
  'resumed after a cut',
];

/** The same, of what a short run may miss by chance. */
const seldom: readonly string[] = [
  'clock set back',
  'clock set forward',
  'database frozen',
  'funding rate fixed',
  'price untold',
  'engine ended with 75',
  'killed while starting',
  'lost in a crash: told_steps',
  'lost in a crash: event_log',
  'mode clock',
  'mode disk',
  'operator cancel-only',
  'operator halted',
  'slow reader',
  'sockets cut',
  'killed ahead of the log at commit snapshots snapshot_chunks committed',
  'engine killed at journal-append logged',
  'engine killed at journal-append committed',
  'engine killed at journal-append arrived',
  'engine cut at journal-append logged',
  'engine cut at journal-append committed',
  'engine cut at journal-append arrived',
  'database crashed at journal-append logged',
  'engine delayed at journal-append arrived',
  'engine stalled at journal-append logged',
  'late session at commit journal_heads committed',
  'late session at select event_log done',
  'log cut at event-log-append done',
  'log forgotten at commit event_log logged',
  'outbox cut at journal-append-marks arrived',
  'refused journal-append',
  'refused event-log-append',
  'edge cut from the database',
  'edge cut from the engine',
  'edge in trouble',
  'edge killed with frames under way',
  'edge paused',
  'line fell silent',
  'reader does not read',
  'reader talks and does not read',
  'silent line left',
  'snapshot instead of news',
];

/** What should have happened in so many commands and did not. */
export function readMissing(
  counts: Readonly<Record<string, number>>,
  commandsCount: number,
): string[] {
  const expected = [
    ...(commandsCount < SHORT_COUNT ? [] : often),
    ...(commandsCount < STANDARD_COUNT ? [] : seldom),
  ];
  return expected.filter((name) => !(counts[name] ?? 0)).map((name) => `never seen: ${name}`);
}
