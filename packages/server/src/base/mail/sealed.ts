// What a mail says, as its row has it: sealed with a key outside the database.

/** Closes and opens what a mail says. */
export interface MailSeal {
  close(plain: string): Buffer;
  open(sealed: Buffer): string;
}

/** The columns of a row that say something. */
export interface SealedMail {
  /** null = erased, or from before bodies were sealed. */
  readonly sealed: Buffer | null;
  readonly subject: string;
  readonly body: string;
}

/** What a mail says. */
export interface MailWords {
  readonly subject: string;
  readonly text: string;
}

/** Close what a mail says. */
export function closeMail(seal: MailSeal, { subject, text }: MailWords): Buffer {
  return seal.close(JSON.stringify([subject, text]));
}

/** Open it again; "" once it is erased. */
export function openMail(seal: MailSeal, { sealed, subject, body }: SealedMail): MailWords {
  if (sealed === null) return { subject, text: body };
  const [opened, text] = JSON.parse(seal.open(sealed)) as [string, string];
  return { subject: opened, text };
}
