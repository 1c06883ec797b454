import { targetRatio } from '@pontual/contract/media-fit.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { memo, useState, type KeyboardEvent } from 'react';
import { cx } from '../../../ui/cx.ts';
import { MediaTypeIcon } from '../../media-type-icon.tsx';
import { TurnButtons } from '../../turn-buttons.tsx';
import type { PickedFile } from '../form-rules.ts';
import { FittedPicture } from './fitted-picture.tsx';
import { badges, shapeOf } from './looks.ts';
import { PreviewVideo } from './preview-video.tsx';
import { TaggedPeople } from './tagged-people.tsx';
import { useSwipe } from './use-swipe.ts';

const shade = 'rounded-full bg-[rgb(18_18_18/.78)] text-[#fff]';

const turn =
  'z-10 mx-2.5 size-8 bg-[rgb(255_255_255/.92)] text-[#121212] before:absolute before:-inset-1.5 aria-disabled:opacity-40';

interface PreviewMediaProps {
  files: readonly PickedFile[];
  type: MediaType;
  /** The frame that a video shows while it does not play, in ms. */
  still: number;
}

/** What is chosen, in the shape of its type; a carousel is turned by swipe, by arrow and by key. */
export const PreviewMedia = memo(function PreviewMedia({ files, type, still }: PreviewMediaProps) {
  const [turned, setTurned] = useState(0);
  const count = files.length;
  const at = Math.min(turned, count - 1);
  const { dragged, handlers } = useSwipe(at, count, setTurned);
  const isFull = type === 'REELS' || type === 'STORIES';
  const isRow = count > 1;
  const turnByKey = ({ key }: KeyboardEvent) => {
    const to = key === 'ArrowRight' ? at + 1 : key === 'ArrowLeft' ? at - 1 : at;
    if (to >= 0 && to < count) setTurned(to);
  };
  return (
    <>
      <div
        {...(isRow
          ? {
              ...handlers,
              onKeyDown: turnByKey,
              role: 'group',
              'aria-roledescription': 'carrossel',
              'aria-label': 'Mídia do post',
            }
          : {})}
        style={{ aspectRatio: shapeOf(files, type) }}
        className={cx(
          'relative overflow-hidden',
          isFull ? 'bg-[#121212]' : 'bg-[#f0e9db]',
          isRow && 'cursor-grab touch-pan-y select-none active:cursor-grabbing',
        )}
      >
        <div
          style={{ translate: `calc(${at * -100}% + ${dragged ?? 0}px) 0` }}
          className={cx(
            'flex size-full',
            dragged === null &&
              'transition-[translate] duration-(--t-slow) motion-reduce:transition-none',
          )}
        >
          {files.map((file, index) => (
            <div key={file.url} inert={index !== at} className="relative size-full shrink-0">
              {/* More than the neighbours would only cost memory. */}
              {Math.abs(index - at) > 1 ? null : (
                <Medium
                  file={file}
                  type={type}
                  ratio={targetRatio(type, files)}
                  still={still}
                  isShown={index === at}
                />
              )}
            </div>
          ))}
        </div>
        {isFull ? null : <Badge type={type} className="absolute top-2.5 left-2.5" />}
        {isRow ? (
          <>
            <output
              className={cx(
                shade,
                'tnum absolute top-2.5 right-2.5 px-2.5 py-[3px] text-[11px] font-semibold',
              )}
            >
              <span className="sr-only">Arquivo </span>
              {at + 1}/{count}
            </output>
            <TurnButtons
              labels={['Arquivo anterior', 'Próximo arquivo']}
              at={at}
              of={count}
              onTurn={setTurned}
              size={18}
              className={turn}
            />
          </>
        ) : null}
      </div>
      {isRow ? <Dots at={at} files={files} /> : null}
    </>
  );
});

/** The name of a type on its picture. */
export function Badge({ type, className }: { type: MediaType; className: string }) {
  const badge = badges[type];
  if (badge === undefined) return null;
  return (
    <p
      className={cx(
        shade,
        'inline-flex items-center gap-[5px] px-2 py-[3px] text-[10.5px] font-bold tracking-[.04em]',
        className,
      )}
    >
      <MediaTypeIcon type={type} size={12} />
      {badge}
    </p>
  );
}

function Dots({ at, files }: { at: number; files: readonly PickedFile[] }) {
  return (
    <div aria-hidden="true" className="flex justify-center gap-[5px] pt-2.5">
      {files.map(({ url }, index) => (
        <i
          key={url}
          className={cx('size-1.5 rounded-full', index === at ? 'bg-[#2360d8]' : 'bg-[#cfcfcf]')}
        />
      ))}
    </div>
  );
}

interface MediumProps {
  file: PickedFile;
  type: MediaType;
  /** Width by height; null where the file goes out as it is. */
  ratio: number | null;
  still: number;
  isShown: boolean;
}

function Medium({ file, type, ratio, still, isShown }: MediumProps) {
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
          still={still}
          isShown={isShown}
          whole={type === 'STORIES'}
          onBroken={() => setBroken(true)}
        />
      ) : (
        <Picture file={file} ratio={ratio} />
      )}
      {type === 'STORIES' ? null : <TaggedPeople tags={file.tags} high={type === 'REELS'} />}
    </>
  );
}

function Picture({ file, ratio }: Pick<MediumProps, 'file' | 'ratio'>) {
  const alt = file.altText.trim() === '' ? `Foto ${file.file.name}` : file.altText;
  const look = 'absolute! inset-0 size-full';
  return ratio === null ? (
    <img src={file.url} alt={alt} draggable={false} className={cx(look, 'object-cover')} />
  ) : (
    <FittedPicture file={file} ratio={ratio} alt={alt} className={look} />
  );
}
