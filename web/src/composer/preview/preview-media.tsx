import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { memo, useState, type KeyboardEvent } from 'react';
import { instagramLimits } from '../../instagram/installed-limits.ts';
import { cx } from '../../ui/cx.ts';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { CarouselArrows } from '../../posts/carousel-arrows.tsx';
import type { PickedFile } from '../form.rules.ts';
import { FittedPicture } from './fitted-picture.tsx';
import { badges, mediaRatioOf } from './preview.rules.ts';
import { PreviewVideo } from './preview-video.tsx';
import { TaggedPeople } from './tagged-people.tsx';
import { useSwipe } from './use-swipe.ts';

const shadeClass = 'rounded-full bg-[rgb(18_18_18/.78)] text-[#fff]';

const turnButtonClass =
  'z-10 mx-2.5 size-8 bg-[rgb(255_255_255/.92)] text-[#121212] before:absolute before:-inset-1.5 aria-disabled:opacity-40';

interface PreviewMediaProps {
  files: readonly PickedFile[];
  type: MediaType;
  /** Frame that a paused video shows, in ms. */
  stillOffsetMs: number;
}

export const PreviewMedia = memo(function PreviewMedia({
  files,
  type,
  stillOffsetMs,
}: PreviewMediaProps) {
  const [shownIndex, setShownIndex] = useState(0);
  const count = files.length;
  const current = Math.min(shownIndex, count - 1);
  const { dragOffset, handlers } = useSwipe(current, count, setShownIndex);
  const isFull = type === 'REELS' || type === 'STORIES';
  const isCarousel = count > 1;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const to = key === 'ArrowRight' ? current + 1 : key === 'ArrowLeft' ? current - 1 : current;
    if (to >= 0 && to < count) setShownIndex(to);
  };
  return (
    <>
      <div
        {...(isCarousel
          ? {
              ...handlers,
              onKeyDown: onKeyDown,
              role: 'group',
              'aria-roledescription': 'carrossel',
              'aria-label': 'Mídia do post',
            }
          : {})}
        style={{ aspectRatio: mediaRatioOf(files, type) }}
        className={cx(
          'relative overflow-hidden',
          isFull ? 'bg-[#121212]' : 'bg-[#f0e9db]',
          isCarousel && 'cursor-grab touch-pan-y select-none active:cursor-grabbing',
        )}
      >
        <div
          style={{ translate: `calc(${current * -100}% + ${dragOffset ?? 0}px) 0` }}
          className={cx(
            'flex size-full',
            dragOffset === null &&
              'transition-[translate] duration-(--t-slow) motion-reduce:transition-none',
          )}
        >
          {files.map((file, index) => (
            <div key={file.url} inert={index !== current} className="relative size-full shrink-0">
              {/* Only the current item and the adjacent ones are rendered, to save memory. */}
              {Math.abs(index - current) > 1 ? null : (
                <PreviewItem
                  file={file}
                  type={type}
                  ratio={targetRatio(type, files, instagramLimits())}
                  stillOffsetMs={stillOffsetMs}
                  isShown={index === current}
                />
              )}
            </div>
          ))}
        </div>
        {isFull ? null : <MediaTypeBadge type={type} className="absolute top-2.5 left-2.5" />}
        {isCarousel ? (
          <>
            <output
              className={cx(
                shadeClass,
                'tnum absolute top-2.5 right-2.5 px-2.5 py-[3px] text-[11px] font-semibold',
              )}
            >
              <span className="sr-only">Arquivo </span>
              {current + 1}/{count}
            </output>
            <CarouselArrows
              labels={['Arquivo anterior', 'Próximo arquivo']}
              index={current}
              count={count}
              onSelect={setShownIndex}
              size={18}
              className={turnButtonClass}
            />
          </>
        ) : null}
      </div>
      {isCarousel ? <Dots current={current} files={files} /> : null}
    </>
  );
});

export function MediaTypeBadge({ type, className }: { type: MediaType; className: string }) {
  const badge = badges[type];
  if (badge === undefined) return null;
  return (
    <p
      className={cx(
        shadeClass,
        'inline-flex items-center gap-[5px] px-2 py-[3px] text-[10.5px] font-bold tracking-[.04em]',
        className,
      )}
    >
      <MediaTypeIcon type={type} size={12} />
      {badge}
    </p>
  );
}

function Dots({ current, files }: { current: number; files: readonly PickedFile[] }) {
  return (
    <div aria-hidden="true" className="flex justify-center gap-[5px] pt-2.5">
      {files.map(({ url }, index) => (
        <i
          key={url}
          className={cx(
            'size-1.5 rounded-full',
            index === current ? 'bg-[#2360d8]' : 'bg-[#cfcfcf]',
          )}
        />
      ))}
    </div>
  );
}

interface PreviewItemProps {
  file: PickedFile;
  type: MediaType;
  /** Width divided by height; null if the file is published unchanged. */
  ratio: number | null;
  stillOffsetMs: number;
  isShown: boolean;
}

function PreviewItem({ file, type, ratio, stillOffsetMs, isShown }: PreviewItemProps) {
  const [broken, setBroken] = useState(false);
  const name = file.file.name;
  if (broken || file.width === 0) {
    return (
      <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-[#f0e9db] px-6 text-center text-[#4b463d]">
        <MediaTypeIcon type={type} size={28} />
        <b className="wrap-anywhere">{name}</b>
        {file.kind === 'video'
          ? 'Este navegador não mostra este vídeo. O Instagram mostra.'
          : 'Este navegador não mostra esta foto. O Instagram mostra.'}
      </p>
    );
  }
  return (
    <>
      {file.kind === 'video' ? (
        <PreviewVideo
          url={file.url}
          name={name}
          stillOffsetMs={stillOffsetMs}
          isShown={isShown}
          isLetterboxed={type === 'STORIES'}
          onBroken={() => setBroken(true)}
        />
      ) : (
        <Picture file={file} ratio={ratio} />
      )}
      {type === 'STORIES' ? null : <TaggedPeople tags={file.tags} isAtTop={type === 'REELS'} />}
    </>
  );
}

function Picture({ file, ratio }: Pick<PreviewItemProps, 'file' | 'ratio'>) {
  const alt = file.altText.trim() === '' ? `Foto ${file.file.name}` : file.altText;
  const look = 'absolute! inset-0 size-full';
  return ratio === null ? (
    <img src={file.url} alt={alt} draggable={false} className={cx(look, 'object-cover')} />
  ) : (
    <FittedPicture file={file} ratio={ratio} alt={alt} className={look} />
  );
}
