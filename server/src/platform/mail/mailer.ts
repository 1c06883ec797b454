import { createTransport } from 'nodemailer';

export interface Email {
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string;
  /** The same for the same mail: a repeat is recognised by it. */
  messageId: string;
  /** Mailboxes show it as important, and can put it before the others. */
  isUrgent?: boolean;
}

export interface Mailer {
  /** @throws MailError */
  send(email: Email): Promise<void>;
  close(): void;
}

/** What any single wait for the mail server may take. */
const TIMEOUT_MS = 10_000;

/** The server did not take a mail. It tells by codes only: the server's text repeats addresses. */
export class MailError extends Error {
  /** It will never take this mail: its address or its content; not who sends it, or how. */
  readonly isPermanent: boolean;

  constructor(error: unknown) {
    const smtpError: Partial<SmtpError> = error instanceof Error ? error : {};
    const { code, responseCode = 0, command = '' } = smtpError;
    super(
      `the mail server did not take a mail: ${[code, responseCode || ''].filter(Boolean).join(' ')}`,
    );
    this.isPermanent = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  }
}

/** What nodemailer adds to its errors. */
type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/** Mail over SMTP. Line breaks in headers and lists in addresses go no further than here. */
export function createMailer(settings: {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  /** Told of each mail whether the server answered for it, be it with a refusal of that mail. */
  onResponse?: (hasAnswered: boolean) => void;
}): Mailer {
  const { smtpUrl, from, publicUrl, onResponse } = settings;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    // A mail that a broken connection may have carried is repeated by its sender, who counts.
    maxRequeues: 0,
    // Before the silence of an idle connection counts as an error.
    idleTimeout: TIMEOUT_MS / 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(publicUrl).hostname;

  return {
    async send({ to, subject, text, html, replyTo, messageId, isUrgent = false }) {
      try {
        await transport.sendMail({
          from,
          // As objects they are not parsed: one address stays one.
          to: to.map((address) => ({ address, name: '' })),
          ...(replyTo === undefined ? {} : { replyTo: { address: replyTo, name: '' } }),
          subject: subject.replaceAll(/\s+/g, ' '),
          text,
          html,
          messageId: `<${messageId}@${host}>`,
          ...(isUrgent ? { priority: 'high' as const } : {}),
          // Nobody's holiday notice shall answer a machine.
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
        });
        onResponse?.(true);
      } catch (error) {
        const failure = new MailError(error);
        onResponse?.(failure.isPermanent);
        throw failure;
      }
    },
    close: () => transport.close(),
  };
}
