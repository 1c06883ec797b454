import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState } from 'react';
import { cx } from '../ui/cx.ts';
import { MediaTypeIcon } from './media-type-icon.tsx';

/** The first frame of a video: at time 0 some browsers show nothing. */
const firstFrame = (url: string) => `${url}#t=0.1`;

export interface PreviewItem extends Omit<Post['mediaItems'][number], 'thumbnailUrl'> {
  /** Null for a file that the server does not have yet. */
  thumbnailUrl: string | null;
}

interface MediaThumbProps {
  item: Pick<PreviewItem, 'type' | 'url' | 'thumbnailUrl'> | undefined;
  /** The icon for a missing medium, or one that this browser cannot show. */
  type: Post['mediaType'];
  /** Also loads outside of the viewport, because a printed page needs it. */
  eager?: boolean | undefined;
  className?: string | undefined;
}

/** Decorative, because the text is beside it. */
export function MediaThumb({ item, type, eager = false, className }: MediaThumbProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = item?.thumbnailUrl ?? (item?.type === 'image' ? item.url : null);
  const src = picture ?? (item === undefined ? null : firstFrame(item.url));
  return (
    <span
      className={cx(
        'relative grid shrink-0 place-items-center overflow-hidden bg-sunken text-ink-3',
        className,
      )}
    >
      {src === null || src === broken ? (
        <MediaTypeIcon type={type} size={18} />
      ) : picture === null ? (
        <video
          src={src}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-hidden="true"
          onError={() => setBroken(src)}
          className="pointer-events-none absolute inset-0 size-full object-cover"
        />
      ) : (
        <img
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          onError={() => setBroken(src)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
