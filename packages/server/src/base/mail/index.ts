/** The mail room's door. */
export { createMail, type Mail } from './mail.ts';
export { checkMailServer, createSmtp } from './smtp.ts';
