import type { NewEmail } from '../../platform/mail/emails.ts';

/** Built from the current rows when it is sent, by the part that owns them. */
export type BuiltEmail =
  | { kind: 'password-reset-requested'; resetId: string }
  | { kind: 'email-verification-requested'; verificationId: string }
  /** `week` is the instant from which on the summary is sent. */
  | { kind: 'weekly-summary-due'; userId: string; week: Date; lifetimeSeconds: number }
  /** `userId` of the sender. */
  | {
      kind: 'support-message-received';
      messageId: string;
      to: 'team' | 'sender';
      userId: string | null;
      isPriority: boolean;
    };

type BuiltEmails = {
  [Kind in BuiltEmail['kind']]: (event: Extract<BuiltEmail, { kind: Kind }>) => NewEmail;
};

export const builtEmails: BuiltEmails = {
  'password-reset-requested': ({ resetId }) => ({
    kind: 'password-reset',
    key: resetId,
    content: { resetId },
    lifetimeSeconds: 24 * 3600,
  }),
  'email-verification-requested': ({ verificationId }) => ({
    kind: 'email-verification',
    key: verificationId,
    content: { verificationId },
  }),
  'weekly-summary-due': ({ userId, week, lifetimeSeconds }) => ({
    kind: 'weekly-summary',
    key: `${userId} ${week.toISOString()}`,
    content: { userId, week },
    userId,
    lifetimeSeconds,
  }),
  'support-message-received': ({ messageId, to, userId, isPriority }) => ({
    kind: 'support',
    key: `${messageId} ${to}`,
    content: { messageId, to },
    userId: to === 'sender' ? (userId ?? undefined) : undefined,
    priority: isPriority ? 1 : 0,
  }),
};
