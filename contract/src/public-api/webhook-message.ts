import * as z from 'zod/mini';
import { post } from '../posts/posts.ts';
import { TEST_EVENT, webhookEvents } from './webhooks.ts';

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
    /** The account that published the post, or would publish it now; null while none is connected. */
    instagramAccountId: z.nullable(z.string()),
    instagramUsername: z.nullable(z.string()),
    permalink: z.nullable(z.string()),
  },
);

/** The body of a delivery, signed as Standard Webhooks specifies. */
export const webhookMessage = z.object({
  type: z.enum([...webhookEvents, TEST_EVENT]),
  timestamp: z.iso.datetime(),
  data: z.object({
    /** The post when the event was recorded; null for account events and tests. */
    post: z.nullable(webhookPost),
    issue: z.nullable(z.object({ code: z.string(), message: z.string(), action: z.string() })),
  }),
});
export type WebhookMessage = z.output<typeof webhookMessage>;

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
    issue: {
      code: 'held',
      message:
        'As publicações estavam pausadas na hora deste post, e ele não saiu. Voltou aos rascunhos: escolha um novo horário.',
      action: 'edit',
    },
  },
};
