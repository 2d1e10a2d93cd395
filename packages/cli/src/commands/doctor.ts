import { defineCommand, diagnose, placeOf } from '@isobath/server/operator';

/** Everything that somebody who helps would ask first. */
export const doctor = defineCommand({
  name: 'doctor',
  changes: 'nothing',
  help:
    'look at settings, versions, modes, port, clock, disk, rights of secrets, database, archive, ' +
    'journal, backups, mail and sums without changing anything; code 1 when there is a fault',
  options: { backups: { value: 'DIR', help: 'folder of backups that a job of yours makes' } },
  async runUnread(words) {
    const backups = words.text('backups');
    const diagnosis = await diagnose({
      environment: process.env,
      root: process.cwd(),
      backups: backups === undefined ? undefined : placeOf(backups),
    });
    return { answer: { ...diagnosis }, isHeld: diagnosis.verdict !== 'fault' };
  },
});
