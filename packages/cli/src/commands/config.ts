import { checkConfiguration, defineCommand } from '@isobath/server/operator';

/** Settings from outside, judged without a start. */
export const configCheck = defineCommand({
  name: 'config check',
  changes: 'nothing',
  help: 'name every fault of the settings without starting, and show what counts, secrets hidden',
  async runUnread() {
    const checked = await checkConfiguration(process.env, process.cwd());
    return { answer: { ...checked }, isHeld: checked.faults.length === 0 };
  },
});
