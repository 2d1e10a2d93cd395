import type { Transporter } from 'nodemailer';
import type { SendMail } from './delivery.ts';

/**
 * Ask a mail server whether it takes us, and send nothing.
 *
 * @returns what is wrong, undefined when nothing is.
 */
export async function checkMailServer(url: string, withinMs: number): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: withinMs, greetingTimeout: withinMs };
  const transport = createTransport({ url, ...timeouts, socketTimeout: withinMs });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return (error as Error).message.replaceAll(/\s*\n\s*/g, ' ');
  } finally {
    transport.close();
  }
}

/**
 * Send through a mail server.
 *
 * @param url - `smtp://user:password@host:port`.
 * @param from - sender, an address with or without a name.
 * @param readName - what a sender without a name is called.
 */
export function createSmtp(url: string, from: string, readName?: () => Promise<string>): SendMail {
  let transport: Transporter | undefined;
  return async (mail) => {
    // With the first mail: every process that reads the tables' migrations would load it otherwise.
    transport ??= (await import('nodemailer')).createTransport(url);
    const name = from.includes('<') ? undefined : await readName?.();
    await transport.sendMail({
      from: name === undefined ? from : { name, address: from },
      ...mail,
    });
  };
}
