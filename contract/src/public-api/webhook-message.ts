import * as z from 'zod/mini';
import { post } from '../posts/posts.ts';
import { TEST_EVENT, webhookEvents } from './webhooks.ts';

/** Of what was written down before a field was told of. */
const nullableText = z._default(z.nullable(z.string()), null);

const webhookPost = z.extend(
  z.pick(post, {
    _id: true,
    mediaType: true,
    status: true,
    caption: true,
    scheduledTime: true,
    publishedAt: true,
  }),
  {
    /** It went out on this account, or goes out on it as things are; null while none is connected. */
    instagramAccountId: nullableText,
    instagramUsername: nullableText,
    permalink: nullableText,
  },
);

/** The body of a delivery, signed as Standard Webhooks says. */
export const webhookMessage = z.object({
  type: z.enum([...webhookEvents, TEST_EVENT]),
  /** When it happened. */
  timestamp: z.iso.datetime(),
  data: z.object({
    /** As it was when this was written down; null of what concerns the account, and of a test. */
    post: z.nullable(webhookPost),
    /** What is wrong or was asked for, in Portuguese, and what would mend it. */
    problem: z.nullable(z.object({ code: z.string(), message: z.string(), action: z.string() })),
  }),
});
export type WebhookMessage = z.output<typeof webhookMessage>;

/** For whoever writes a program: what one receives. */
export const sampleMessage: WebhookMessage = {
  type: 'post.returned',
  timestamp: '2026-12-05T21:00:00.412Z',
  data: {
    post: {
      _id: '0199f0a4-6a53-7c1e-9f0e-5b1c2d3e4f50',
      mediaType: 'IMAGE',
      status: 'draft',
      caption: 'Azulejos novos na loja',
      scheduledTime: '2026-12-05T21:00:00.000Z',
      publishedAt: null,
      instagramAccountId: '17841400000000000',
      instagramUsername: 'atelie.barro',
      permalink: null,
    },
    problem: {
      code: 'held',
      message:
        'As publicações estavam pausadas na hora deste post, e ele não saiu. Voltou aos rascunhos: escolha um novo horário.',
      action: 'edit',
    },
  },
};
