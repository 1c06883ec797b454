import type { FastifyReply } from 'fastify';
import { html, type Html } from '../pages/html.ts';
import { sendPage, timeTag } from '../pages/page.ts';
import { countsOf, type Counts } from './audience.ts';
import type { MediaFile, Medium } from './media-records.ts';
import type { InstagramWorld } from './world.ts';

const TITLES = { FEED: 'Publicação', REELS: 'Reel', STORY: 'Story' } as const;

/** The page a permalink leads to. */
export function permalinkPage(
  reply: FastifyReply,
  world: InstagramWorld,
  medium: Medium,
): FastifyReply {
  const { records } = world;
  const { wishes, username } = medium;
  const items = medium.file
    ? [{ id: medium.id, file: medium.file, altText: wishes.alt_text }]
    : medium.children;
  return sendPage(
    reply,
    `${TITLES[medium.product]} de ${username}`,
    html`${items.map(({ id, file, altText }) => figure(id, file, altText))}
      <p class="caption">${wishes.caption ?? ''}</p>
      <p class="meta">
        <a href="/instagram/${username}">${username}</a> · ${timeTag(medium.publishedAt)}
      </p>
      ${numbers(countsOf(world, medium))} ${details(medium)}
      ${comments(records.comments.in(medium.id))}`,
  );
}

function numbers({ reach, views, likes, comments: typed, saved, shares }: Counts): Html {
  return html`<p class="meta">
    ${likes} curtidas · ${typed} comentários · ${shares} envios · ${saved} salvos · alcance de
    ${reach} · ${views} visualizações
  </p>`;
}

function figure(id: string, { type }: MediaFile, altText: string | null): Html {
  const source = `/_sandbox/media/${id}`;
  return html`<figure>
    ${
      type === 'VIDEO'
        ? html`<video
            src="${source}"
            controls
            muted
            playsinline
            aria-label="Vídeo publicado"
          ></video>`
        : html`<img src="${source}" alt="${altText ?? 'Imagem publicada, sem descrição'}" />`
    }
  </figure>`;
}

function details({ wishes }: Medium): Html {
  const rows: (readonly [string, string | null])[] = [
    ['Local', wishes.location_id],
    ['Pessoas marcadas', wishes.user_tags.map((tag) => tag.username).join(', ') || null],
    ['Colaboradores', wishes.collaborators.join(', ') || null],
    ['Áudio', wishes.audio_name],
  ];
  const known = rows.filter(([, value]) => value !== null);
  if (known.length === 0) return html``;
  return html`<dl>
    ${known.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

function comments(all: readonly { username: string; text: string }[]): Html {
  if (all.length === 0) return html``;
  return html`<h2>Comentários</h2>
    <ul class="list">
      ${all.map(({ username, text }) => html`<li><strong>${username}</strong> ${text}</li>`)}
    </ul>`;
}
