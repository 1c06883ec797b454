import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../platform/pages/html.ts';
import { sendPage, renderTime } from '../platform/pages/page.ts';
import { followersAt } from './audience.ts';
import { mainFileOf, mediaTypeOf } from './media-facts.ts';
import type { Medium } from './media-records.ts';
import type { InstagramAccount } from './users.ts';
import { sendPermalinkPage } from './permalink-page.ts';
import type { InstagramContext } from './context.ts';

const paramsSchema = z.object({
  username: z.string().optional(),
  shortcode: z.string().optional(),
  id: z.string().optional(),
});

export function serveProfilePages(app: FastifyInstance, context: InstagramContext): void {
  const { accounts, media } = context.records;
  app.get('/instagram/:username', async (request, reply) => {
    const account = accounts.in(paramsSchema.parse(request.params).username ?? '')[0];
    return account ? sendProfile(reply, context, account) : sendNotFound(reply);
  });
  for (const path of ['/p/:shortcode', '/reel/:shortcode']) {
    app.get(path, async (request, reply) => {
      const { shortcode } = paramsSchema.parse(request.params);
      const medium = media.all().find((each) => each.shortcode === shortcode);
      return medium ? sendPermalinkPage(reply, context, medium) : sendNotFound(reply);
    });
  }
  app.get('/stories/:username/:id', async (request, reply) => {
    const medium = media.get(paramsSchema.parse(request.params).id ?? '');
    return medium ? sendPermalinkPage(reply, context, medium) : sendNotFound(reply);
  });
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 'Nada aqui', html`<p>Esta página não existe ou foi apagada.</p>`, {
    status: 404,
  });
}

function sendProfile(
  reply: FastifyReply,
  context: InstagramContext,
  account: InstagramAccount,
): FastifyReply {
  const media = [...context.records.media.newestIn(account.id)];
  const posts = media.filter(({ product }) => product !== 'STORY');
  const stories = media.filter(({ product }) => product === 'STORY');
  return sendPage(
    reply,
    account.username,
    html`<div class="profile">
        <img src="/_sandbox/pictures/${account.username}.svg" alt="" />
        <div>
          <strong>${account.name}</strong>
          <p>${account.biography}</p>
          <p class="meta">
            ${posts.length === 1 ? '1 publicação' : `${posts.length} publicações`} ·
            ${followersAt(account, context.clock.now())} seguidores
          </p>
        </div>
      </div>
      <h2>Publicações</h2>
      ${renderGrid(posts, 'Nada publicado ainda.')}
      <h2>Stories</h2>
      ${renderGrid(stories, 'Nenhum story ainda.')}`,
  );
}

function renderGrid(media: readonly Medium[], empty: string): Html {
  if (media.length === 0) return html`<p class="meta">${empty}</p>`;
  return html`<ul class="grid">
    ${media.map(renderTile)}
  </ul>`;
}

const KINDS = { IMAGE: null, VIDEO: 'vídeo', CAROUSEL_ALBUM: 'álbum' } as const;

function renderTile(medium: Medium): Html {
  const link =
    medium.product === 'STORY'
      ? `/stories/${medium.username}/${medium.id}`
      : `/${medium.product === 'REELS' ? 'reel' : 'p'}/${medium.shortcode}/`;
  const isVideo = mainFileOf(medium)?.type === 'VIDEO';
  const source = `/_sandbox/media/${medium.id}${isVideo ? '/thumbnail' : ''}`;
  const kind = KINDS[mediaTypeOf(medium)];
  const caption = medium.options.caption?.slice(0, 80) || 'Sem legenda';
  return html`<li>
    <a href="${link}">
      <img src="${source}" alt="${caption}" loading="lazy" />
      ${kind && html`<span class="kind">${kind}</span>`}
    </a>
    <span class="meta">${renderTime(medium.publishedAt)}</span>
  </li>`;
}
