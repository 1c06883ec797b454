import { createTransport } from 'nodemailer';
import { isLoopback } from '../http/public-address.ts';

export interface Email {
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Equal for each attempt of the same email, so that recipients can detect a duplicate. */
  messageId: string;
  /** Mail clients show the email as important and may sort it first. */
  isUrgent?: boolean;
}

export interface Mailer {
  /** @throws MailError */
  send(email: Email): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

/** The message has codes only, because the server's text contains addresses. */
export class MailError extends Error {
  /** The server will never accept this email because of its recipient or content. */
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

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/** Neutralizes line breaks in headers and lists in addresses. */
export function createMailer(settings: {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  /** True if the server accepted the email, or refused this one email permanently. */
  onResponse?: (hasAnswered: boolean) => void;
}): Mailer {
  const { smtpUrl, from, publicUrl, onResponse } = settings;
  const transport = createTransport({
    url: smtpUrl,
    // Otherwise a third party that removes STARTTLS from the server's answer reads the password and every link.
    requireTLS: !isLoopback(smtpUrl),
    pool: true,
    maxConnections: 5,
    // A broken connection may have delivered the email; the sender retries and counts the attempts.
    maxRequeues: 0,
    // An idle connection closes before its inactivity counts as an error.
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
          // Address objects are not parsed, so that one address stays one recipient.
          to: to.map((address) => ({ address, name: '' })),
          ...(replyTo === undefined ? {} : { replyTo: { address: replyTo, name: '' } }),
          subject: subject.replaceAll(/\s+/g, ' '),
          text,
          html,
          messageId: `<${messageId}@${host}>`,
          ...(isUrgent ? { priority: 'high' as const } : {}),
          // Prevents automatic replies, such as out-of-office messages.
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
