/** A way to the same exchange. */
export interface BackupWebsite {
  /** As the operator wrote it. */
  readonly name: string;
  /** With its protocol. */
  readonly address: string;
}

const shownMax = 3;

/** The first three other domains; one without a protocol gets `http://` before it is opened. */
export function listBackupWebsites(domains: readonly string[]): BackupWebsite[] {
  return domains.slice(0, shownMax).map((name) => ({
    name,
    address: /^https?:\/\//i.test(name) ? name : `http://${name}`,
  }));
}
