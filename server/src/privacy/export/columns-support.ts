import { derived, internal, ownership } from './column-policy.ts';

/** What becomes of what its owner wrote to the team. */
export const supportColumns = {
  support_messages: {
    id: 'mensagens: _id',
    user_id: ownership,
    category: 'mensagens: category',
    name: 'mensagens: name',
    email: 'mensagens: email',
    subject: 'mensagens: subject',
    message: 'mensagens: message',
    content_sha256: derived,
    is_priority: 'mensagens: isPriority',
    marks: 'mensagens: marks',
    created_at: 'mensagens: createdAt',
  },
  support_letters: {
    message_id: 'mensagens: _id',
    kind: internal,
    sending_until: internal,
    // By kind.
    sent_at: 'mensagens: forwardedAt',
    given_up_at: internal,
  },
} as const;
