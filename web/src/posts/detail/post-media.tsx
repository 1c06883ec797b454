import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { MediaThumb } from '../media-thumb.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { startOf } from './video-start.ts';

/** How many of a carousel are shown small before `+N` (specification, section 9). */
const THUMBS = 4;

/** What a post shows: one medium large, and below it those of a carousel. */
export function PostMedia({ post }: { post: Post }) {
  const items = post.mediaItems;
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, items.length - 1));
  const item = items[at];
  const more = items.length - THUMBS;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="relative grid h-[min(44dvh,340px)] min-h-0 place-items-center overflow-hidden rounded-lg lg:h-auto lg:flex-1">
        {item === undefined ? (
          <MediaTypeIcon type={post.mediaType} size={32} />
        ) : (
          <Medium
            key={fileOf(item.url)}
            item={item}
            name={mediaTypeNames[post.mediaType]}
            chosenMs={post.reelsConfig?.thumbOffset ?? null}
          />
        )}
        {items.length > 1 ? (
          <>
            <output className="tnum absolute top-3 right-3 rounded-full bg-[rgb(18_18_18/.78)] px-2.5 py-0.5 text-2xs font-semibold text-[#fff]">
              <span className="sr-only">Item </span>
              {at + 1}/{items.length}
            </output>
            <Turn label="Item anterior" to={at - 1} of={items.length} onTurn={setChosen} />
            <Turn label="Próximo item" to={at + 1} of={items.length} onTurn={setChosen} />
          </>
        ) : null}
      </div>
      {items.length > 1 ? (
        <ul aria-label="Itens do carrossel" className="grid shrink-0 grid-cols-5 gap-2">
          {items.slice(0, THUMBS).map((each, index) => (
            <li key={index}>
              <button
                type="button"
                aria-label={`Item ${index + 1}`}
                aria-pressed={index === at}
                onClick={() => setChosen(index)}
                className={cx(thumb, index === at && chosenThumb)}
              >
                <MediaThumb item={each} type={post.mediaType} className="size-full" />
              </button>
            </li>
          ))}
          {more > 0 ? (
            <li>
              <button
                type="button"
                aria-label={more === 1 ? 'Mais 1 item' : `Mais ${more} itens`}
                aria-pressed={at >= THUMBS}
                onClick={() => setChosen(THUMBS)}
                className={cx(
                  thumb,
                  'border-[1.5px] border-line-strong bg-surface font-heading font-semibold',
                  at >= THUMBS && chosenThumb,
                )}
              >
                +{more}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

const thumb =
  'grid h-14 w-full place-items-center overflow-hidden rounded-sm lg:h-[68px] focus-visible:z-10';
const chosenThumb = 'shadow-[0_0_0_2px_var(--sunken),0_0_0_4px_var(--ink)]';

/** Links of one file end in an hour and a signature, which change (server/src/media/media.links.ts). */
const fileOf = (url: string) => url.split('/').slice(0, -2).join('/');

/** Seconds. */
const MOMENT = 0.5;

interface MediumProps {
  item: Post['mediaItems'][number];
  name: string;
  /** Where in a reel its cover is. */
  chosenMs: number | null;
}

function Medium({ item, name, chosenMs }: MediumProps) {
  // A video that plays would begin again with every new link of its file.
  const [url, setUrl] = useState(item.url);
  const renew = () => setUrl(item.url);
  const hasPlayed = useRef(false);
  const look = 'absolute inset-0 m-auto max-h-full max-w-full rounded-lg bg-hover object-contain';
  if (item.type === 'image') {
    return (
      <img
        src={url}
        onError={renew}
        alt={item.altText ?? `${name} do post`}
        style={{ aspectRatio: `${item.width} / ${item.height}` }}
        className={look}
      />
    );
  }
  const start = startOf(item, chosenMs);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its owner's own video, which has no captions
    <video
      src={`${url}#t=${start.second}`}
      onError={renew}
      poster={start.poster}
      onPlay={({ currentTarget: video }) => {
        // Played from its beginning, unless somebody has moved it; it may be running for a moment.
        const isWhereItWas = Math.abs(video.currentTime - start.second) < MOMENT;
        if (!hasPlayed.current && isWhereItWas) video.currentTime = 0;
        hasPlayed.current = true;
      }}
      controls
      playsInline
      preload="metadata"
      aria-label={item.altText ?? `${name} do post`}
      className={look}
    />
  );
}

function Turn(props: { label: string; to: number; of: number; onTurn: (to: number) => void }) {
  const { label, to, of, onTurn } = props;
  const back = label === 'Item anterior';
  // At an end it stays, or the focus would be lost.
  const ends = to < 0 || to >= of;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={ends || undefined}
      onClick={() => {
        if (!ends) onTurn(to);
      }}
      className={cx(
        'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-surface text-ink shadow-pop not-aria-disabled:hover:bg-hover aria-disabled:cursor-default aria-disabled:text-ink-3 aria-disabled:opacity-50',
        back ? 'left-3' : 'right-3',
      )}
    >
      {back ? <ChevronLeft size={20} /> : <ChevronRight size={20} />}
    </button>
  );
}
