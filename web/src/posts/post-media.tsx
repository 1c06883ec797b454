import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../ui/cx.ts';
import { MediaThumb, type PreviewItem } from './media-thumb.tsx';
import { MediaTypeIcon } from './media-type-icon.tsx';
import { CarouselArrows } from './carousel-arrows.tsx';
import { getVideoStart } from './video-start.ts';

/** The number of carousel thumbnails before `+N` (specification, section 9). */
const MAX_THUMBNAILS = 4;

export interface PreviewPost extends Pick<Post, 'mediaType' | 'reelsConfig'> {
  mediaItems: readonly PreviewItem[];
}

export function PostMedia({ post }: { post: PreviewPost }) {
  const items = post.mediaItems;
  const [selectedIndex, setSelectedIndex] = useState(0);
  const [isExpanded, setExpanded] = useState(false);
  const thumbs = useRef<HTMLUListElement>(null);
  const shownIndex = Math.min(selectedIndex, Math.max(0, items.length - 1));
  const item = items[shownIndex];
  const shown = isExpanded ? items.length : MAX_THUMBNAILS;
  const more = items.length - shown;
  const select = (to: number) => {
    setSelectedIndex(to);
    if (to >= MAX_THUMBNAILS) setExpanded(true);
  };
  const expand = () => {
    // Synchronous: the pressed button is gone, and the item in its place gets the focus.
    flushSync(() => {
      setExpanded(true);
      setSelectedIndex(MAX_THUMBNAILS);
    });
    thumbs.current?.querySelectorAll('button')[MAX_THUMBNAILS]?.focus();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="relative grid h-[min(28dvh,236px)] min-h-0 place-items-center overflow-hidden rounded-lg lg:h-auto lg:flex-1">
        {item === undefined ? (
          <MediaTypeIcon type={post.mediaType} size={32} />
        ) : (
          <Medium
            key={fileKey(item.url)}
            item={item}
            name={mediaTypeNames[post.mediaType]}
            coverMs={post.reelsConfig?.thumbOffset ?? null}
          />
        )}
        {items.length > 1 ? (
          <>
            <output className="tnum absolute top-3 right-3 rounded-full bg-[rgb(18_18_18/.78)] px-2.5 py-0.5 text-2xs font-semibold text-[#fff]">
              <span className="sr-only">Item </span>
              {shownIndex + 1}/{items.length}
            </output>
            <CarouselArrows
              labels={['Item anterior', 'Próximo item']}
              index={shownIndex}
              count={items.length}
              onSelect={select}
              size={20}
              className={arrowClass}
            />
          </>
        ) : null}
      </div>
      {items.length > 1 ? (
        <ul
          ref={thumbs}
          aria-label="Itens do carrossel"
          className="grid shrink-0 grid-cols-5 gap-2"
        >
          {items.slice(0, shown).map((each, index) => (
            <li key={index}>
              <button
                type="button"
                aria-label={`Item ${index + 1}`}
                aria-pressed={index === shownIndex}
                onClick={() => setSelectedIndex(index)}
                className={cx(thumbClass, index === shownIndex && selectedThumbClass)}
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
                onClick={expand}
                className={cx(
                  thumbClass,
                  'border-[1.5px] border-line-strong bg-surface font-heading text-lg font-bold hover:bg-hover',
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

const arrowClass =
  'mx-3 size-11 bg-surface text-ink shadow-pop not-aria-disabled:hover:bg-hover aria-disabled:text-ink-3 aria-disabled:opacity-50';
const thumbClass =
  'grid h-14 w-full place-items-center overflow-hidden rounded-sm lg:h-[68px] focus-visible:z-10';
const selectedThumbClass = 'shadow-[0_0_0_2px_var(--sunken),0_0_0_4px_var(--ink)]';

/** Links of one file end in an expiry hour and a signature, which change (server/src/media/links.ts). */
const fileKey = (url: string) =>
  url.startsWith('blob:') ? url : url.split('/').slice(0, -2).join('/');

const SEEK_TOLERANCE_S = 0.5;

interface MediumProps {
  item: PreviewItem;
  name: string;
  /** In ms. */
  coverMs: number | null;
}

function Medium({ item, name, coverMs }: MediumProps) {
  // A playing video would restart with every new link of its file.
  const [url, setUrl] = useState(item.url);
  const renew = () => setUrl(item.url);
  const hasPlayed = useRef(false);
  const mediumClass =
    'absolute inset-0 m-auto max-h-full max-w-full rounded-lg bg-hover object-contain';
  if (item.type === 'image') {
    return (
      <img
        src={url}
        onError={renew}
        alt={item.altText ?? `${name} do post`}
        style={{ aspectRatio: `${item.width} / ${item.height}` }}
        className={mediumClass}
      />
    );
  }
  const start = getVideoStart(item, coverMs);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its owner's own video, which has no captions
    <video
      src={`${url}#t=${start.second}`}
      onError={renew}
      poster={start.poster}
      onPlay={({ currentTarget: video }) => {
        // Plays from the beginning, unless the user has moved it; it may run for a moment before.
        const isAtStart = Math.abs(video.currentTime - start.second) < SEEK_TOLERANCE_S;
        if (!hasPlayed.current && isAtStart) video.currentTime = 0;
        hasPlayed.current = true;
      }}
      controls
      playsInline
      preload="metadata"
      aria-label={item.altText ?? `${name} do post`}
      className={mediumClass}
    />
  );
}
