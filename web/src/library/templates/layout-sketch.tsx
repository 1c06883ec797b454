import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { cx } from '../../ui/cx.ts';

const MAX_SHAPES = 6;

export function LayoutSketch({ mediaType, count }: { mediaType: MediaType; count: number }) {
  const isTall = mediaType === 'REELS' || mediaType === 'STORIES';
  const shapeCount = mediaType === 'CAROUSEL' ? Math.min(Math.max(count, 2), MAX_SHAPES) : 1;
  return (
    <span aria-hidden="true" className="flex h-10 items-end gap-1">
      {Array.from({ length: shapeCount }, (_, index) => (
        <i
          key={index}
          className={cx(
            'block rounded-[5px] border-[1.5px] border-line-strong',
            isTall ? 'h-10 w-[22px]' : 'h-[34px] w-[27px]',
            index === 0 ? 'bg-hover' : 'bg-surface',
          )}
        />
      ))}
    </span>
  );
}
