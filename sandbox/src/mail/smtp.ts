import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server';
import type { Clock } from '../platform/clock.ts';
import type { Mailbox } from './mailbox.ts';

export type SmtpService = { port: number; close(): Promise<void> };

export async function startSmtp(
  mailbox: Mailbox,
  clock: Clock,
  listen: { host: string; port: number },
): Promise<SmtpService> {
  const server = new SMTPServer({
    authOptional: true,
    // In ms; a client with an open connection must not delay the end of the sandbox.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      receive(stream, session.envelope.rcptTo, mailbox, clock).then(() => callback(), callback);
    },
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject);
    const listening = server.listen(listen.port, listen.host, () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : listen.port);
    });
  });
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function receive(
  stream: SMTPServerDataStream,
  recipients: readonly SMTPServerAddress[],
  mailbox: Mailbox,
  clock: Clock,
): Promise<void> {
  const mail = await PostalMime.parse(await buffer(stream));
  mailbox.add({
    from: mail.from?.address ?? '',
    to: recipients.map(({ address }) => address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    replyTo: mail.replyTo?.map(({ address }) => address ?? '').join(', ') ?? '',
    isImportant: mail.headers.some(
      ({ key, value }) => key === 'importance' && value.toLowerCase() === 'high',
    ),
    date: new Date(clock.now()).toISOString(),
  });
}
