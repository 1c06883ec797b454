import * as z from 'zod';
import type { Graph } from '../graph/graph.ts';

/** Graph's limit per response. */
const PAGES_AT_ONCE = 100;
/** An agency has several hundred pages. */
const MAX_ANSWERS = 20;

const pagesResponse = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z.object({ after: z.string().optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
});

const page = z.object({
  id: z.string(),
  name: z.string().optional(),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: z
    .object({
      id: z.string(),
      username: z.string().optional().catch(undefined),
      profile_picture_url: z.url().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  /** Also names an account that is not professional, which `instagram_business_account` does not. */
  connected_instagram_account: z
    .object({ id: z.string(), username: z.string() })
    .optional()
    .catch(undefined),
});
export type FacebookPage = z.infer<typeof page>;

/**
 * Skips a page with an unexpected shape.
 * @throws InstagramError
 */
export async function readPages(graph: Graph, userToken: string): Promise<FacebookPage[]> {
  const found = new Map<string, FacebookPage>();
  const cursors = new Set<string>();
  let after: string | undefined;
  for (let count = 0; count < MAX_ANSWERS; count += 1) {
    const { data, paging } = await graph.call('GET', 'me/accounts', {
      token: userToken,
      params: {
        fields:
          'id,name,access_token,tasks,instagram_business_account{id,username,profile_picture_url},connected_instagram_account{id,username}',
        limit: String(PAGES_AT_ONCE),
        ...(after === undefined ? {} : { after }),
      },
      answer: pagesResponse,
    });
    for (const one of data) {
      const read = page.safeParse(one);
      if (read.success && !found.has(read.data.id)) found.set(read.data.id, read.data);
    }
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined || cursors.has(after)) break;
    cursors.add(after);
  }
  return [...found.values()];
}
