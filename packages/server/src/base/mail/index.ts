/** The mail room's door. */
export { createMail, type Mail } from './mail.ts';
export { createSmtp } from './smtp.ts';
