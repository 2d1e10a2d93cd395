// Who runs the operator's tool, as the tool reports it. Node cannot read the credentials of the
// other end of a socket (SO_PEERCRED): what the server can rely on is the mode of the socket's
// file, which lets nobody connect but the owner of the data folder and root. So the user id that is
// written down is the tool's word; a caller of another user id than these two is refused by the
// system before it says anything.
import { userInfo } from 'node:os';
import type { ToolCaller } from '@isobath/wire';
import { readRelease } from '../process/release.ts';

const COMMIT_DIGITS = 12;

/** A user id without a name in the system's list has its number alone. */
function readSystemName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** Read who runs this process. */
export async function readToolCaller(env: NodeJS.ProcessEnv = process.env): Promise<ToolCaller> {
  const { version, commit } = await readRelease();
  return {
    systemUser: readSystemName().slice(0, 64),
    systemUid: process.getuid?.() ?? -1,
    sudoUser: (env['SUDO_USER'] ?? '').slice(0, 64),
    toolVersion: [version, commit.slice(0, COMMIT_DIGITS)].join(' ').trim(),
  };
}
