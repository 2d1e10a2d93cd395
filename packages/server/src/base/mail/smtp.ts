import { createTransport } from 'nodemailer';
import type { SendMail } from './mail.ts';

/**
 * Send through a mail server. @param url - `smtp://user:password@host:port`. @param from - sender.
 */
export function createSmtp(url: string, from: string): SendMail {
  const transport = createTransport(url);
  return async (mail) => {
    await transport.sendMail({ from, ...mail });
  };
}
