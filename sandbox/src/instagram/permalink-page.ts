import type { FastifyReply } from 'fastify';
import { html, type Html } from '../platform/pages/html.ts';
import { sendPage, renderTime } from '../platform/pages/page.ts';
import { countsOf, type Counts } from './audience.ts';
import type { MediaFile, Medium } from './media-records.ts';
import type { InstagramContext } from './context.ts';

const TITLES = { FEED: 'Publicação', REELS: 'Reel', STORY: 'Story' } as const;

export function sendPermalinkPage(
  reply: FastifyReply,
  context: InstagramContext,
  medium: Medium,
): FastifyReply {
  const { records } = context;
  const { options, username } = medium;
  const items = medium.file
    ? [{ id: medium.id, file: medium.file, altText: options.alt_text }]
    : medium.children;
  return sendPage(
    reply,
    `${TITLES[medium.product]} de ${username}`,
    html`${items.map(({ id, file, altText }) => renderFigure(id, file, altText))}
      <p class="caption">${options.caption ?? ''}</p>
      <p class="meta">
        <a href="/instagram/${username}">${username}</a> · ${renderTime(medium.publishedAt)}
      </p>
      ${renderCounts(countsOf(context, medium))} ${renderDetails(medium)}
      ${renderComments(records.comments.in(medium.id))}`,
  );
}

function renderCounts({
  reach,
  views,
  likes,
  comments: commentCount,
  saved,
  shares,
}: Counts): Html {
  return html`<p class="meta">
    ${likes} curtidas · ${commentCount} comentários · ${shares} envios · ${saved} salvos · alcance
    de ${reach} · ${views} visualizações
  </p>`;
}

function renderFigure(id: string, { type }: MediaFile, altText: string | null): Html {
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

function renderDetails({ options }: Medium): Html {
  const rows: (readonly [string, string | null])[] = [
    ['Local', options.location_id],
    ['Pessoas marcadas', options.user_tags.map((tag) => tag.username).join(', ') || null],
    ['Colaboradores', options.collaborators.join(', ') || null],
    ['Áudio', options.audio_name],
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

function renderComments(all: readonly { username: string; text: string }[]): Html {
  if (all.length === 0) return html``;
  return html`<h2>Comentários</h2>
    <ul class="list">
      ${all.map(({ username, text }) => html`<li><strong>${username}</strong> ${text}</li>`)}
    </ul>`;
}
