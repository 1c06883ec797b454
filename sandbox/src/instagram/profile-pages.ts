import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../pages/html.ts';
import { sendPage, timeTag } from '../pages/page.ts';
import { followersAt } from './audience.ts';
import { mainFileOf, mediaTypeOf } from './media-facts.ts';
import type { Medium } from './media-records.ts';
import type { Account } from './people.ts';
import { permalinkPage } from './permalink-page.ts';
import type { InstagramWorld } from './world.ts';

const params = z.object({
  username: z.string().optional(),
  shortcode: z.string().optional(),
  id: z.string().optional(),
});

/** What a person sees of this Instagram: profiles, and one page per published medium. */
export function serveProfilePages(app: FastifyInstance, world: InstagramWorld): void {
  const { accounts, media } = world.records;
  app.get('/instagram/:username', async (request, reply) => {
    const account = accounts.in(params.parse(request.params).username ?? '')[0];
    return account ? sendProfile(reply, world, account) : sendNothing(reply);
  });
  for (const path of ['/p/:shortcode', '/reel/:shortcode']) {
    app.get(path, async (request, reply) => {
      const { shortcode } = params.parse(request.params);
      const medium = media.all().find((each) => each.shortcode === shortcode);
      return medium ? permalinkPage(reply, world, medium) : sendNothing(reply);
    });
  }
  app.get('/stories/:username/:id', async (request, reply) => {
    const medium = media.get(params.parse(request.params).id ?? '');
    return medium ? permalinkPage(reply, world, medium) : sendNothing(reply);
  });
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 'Nada aqui', html`<p>Esta página não existe ou foi apagada.</p>`, {
    status: 404,
  });
}

function sendProfile(reply: FastifyReply, world: InstagramWorld, account: Account): FastifyReply {
  const media = [...world.records.media.newestIn(account.id)];
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
            ${followersAt(account, world.clock.now())} seguidores
          </p>
        </div>
      </div>
      <h2>Publicações</h2>
      ${grid(posts, 'Nada publicado ainda.')}
      <h2>Stories</h2>
      ${grid(stories, 'Nenhum story ainda.')}`,
  );
}

function grid(media: readonly Medium[], empty: string): Html {
  if (media.length === 0) return html`<p class="meta">${empty}</p>`;
  return html`<ul class="grid">
    ${media.map(tile)}
  </ul>`;
}

const KINDS = { IMAGE: null, VIDEO: 'vídeo', CAROUSEL_ALBUM: 'álbum' } as const;

function tile(medium: Medium): Html {
  const link =
    medium.product === 'STORY'
      ? `/stories/${medium.username}/${medium.id}`
      : `/${medium.product === 'REELS' ? 'reel' : 'p'}/${medium.shortcode}/`;
  const isVideo = mainFileOf(medium)?.type === 'VIDEO';
  const source = `/_sandbox/media/${medium.id}${isVideo ? '/thumbnail' : ''}`;
  const kind = KINDS[mediaTypeOf(medium)];
  const words = medium.wishes.caption?.slice(0, 80) || 'Sem legenda';
  return html`<li>
    <a href="${link}">
      <img src="${source}" alt="${words}" loading="lazy" />
      ${kind && html`<span class="kind">${kind}</span>`}
    </a>
    <span class="meta">${timeTag(medium.publishedAt)}</span>
  </li>`;
}
