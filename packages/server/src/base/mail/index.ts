/** The mail room's door. */
export { createMailJobs } from './delivery.ts';
export { createMail, type Mail } from './mail.ts';
export {
  type CheckMail,
  createMailCheck,
  createMailWriter,
  type MailKind,
  type MailReader,
  type WriteMail,
  writeWord,
} from './person-mails.ts';
export { checkMailServer, createSmtp } from './smtp.ts';
