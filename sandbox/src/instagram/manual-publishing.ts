import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ledgerEntry } from './media-facts.ts';
import type { Medium } from './media-records.ts';
import type { InstagramAccount } from './users.ts';
import type { InstagramContext } from './context.ts';

const bodySchema = z.strictObject({
  username: z.string(),
  caption: z.string().optional(),
  product: z.enum(['FEED', 'REELS', 'STORY']).default('FEED'),
});

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 112" width="360" height="448"><rect width="90" height="112" fill="#7c5f8e"/></svg>`;

export function serveManualPublishing(app: FastifyInstance, context: InstagramContext): void {
  app.post('/_sandbox/instagram/media', (request, reply) => {
    const parsed = bodySchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const account = context.records.accounts.oldestIn(parsed.data.username);
    if (!account) return reply.status(404).send({ error: 'no such account' });
    return ledgerEntry(context, publishManually(context, account, parsed.data));
  });
}

function publishManually(
  { clock, ids, records }: InstagramContext,
  account: InstagramAccount,
  { caption, product }: z.infer<typeof bodySchema>,
): Medium {
  const type = 'image/svg+xml';
  const sha256 = records.blobs.save(new TextEncoder().encode(PICTURE), type);
  const medium: Medium = {
    id: ids.graphId('media'),
    accountId: account.id,
    username: account.username,
    containerId: '',
    product,
    options: { ...emptyOptions, caption: caption ?? null },
    shortcode: ids.shortcode(),
    publishedAt: clock.now(),
    file: { sha256, type: product === 'REELS' ? 'VIDEO' : 'IMAGE' },
    coverSha256: null,
    children: [],
    areCommentsEnabled: true,
  };
  records.media.put(medium);
  return medium;
}

const emptyOptions: Medium['options'] = {
  caption: null,
  alt_text: null,
  location_id: null,
  user_tags: [],
  collaborators: [],
  share_to_feed: null,
  thumb_offset: null,
  audio_name: null,
};
