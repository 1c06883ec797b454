import { targetRatio } from '@pontual/contract/media-fit.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { ChevronLeft, ChevronRight, Image } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { firstFrame } from '../media-thumb.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { FittedPicture } from './fitted-picture.tsx';
import type { PickedFile } from './form-rules.ts';

/** The types whose name stands on the picture (specification, section 2, post preview). */
const badges: Partial<Record<MediaType, string>> = {
  REELS: 'REELS',
  STORIES: 'STORY',
  CAROUSEL: 'CARROSSEL',
};

const shade = 'absolute top-2.5 rounded-full bg-[rgb(18_18_18/.78)] font-semibold text-[#fff]';

/** What is chosen, in the shape of its type; a carousel can be turned. */
export function PreviewMedia(props: { files: readonly PickedFile[]; type: MediaType }) {
  const { files, type } = props;
  const [turned, setTurned] = useState(0);
  const at = Math.min(turned, Math.max(0, files.length - 1));
  const file = files[at];
  const [first] = files;
  if (file === undefined || first === undefined) {
    return (
      <div className="grid aspect-square place-content-center justify-items-center gap-2 bg-[#f0e9db] text-[#686053]">
        <Image size={28} aria-hidden="true" />
        Seus arquivos aparecem aqui.
      </div>
    );
  }
  const badge = badges[type];
  const dark = type === 'REELS' || type === 'STORIES';
  return (
    <>
      <div
        style={{ aspectRatio: shapeOf(first, files, type) }}
        className={cx('relative grid overflow-hidden', dark ? 'bg-[#121212]' : 'bg-[#f0e9db]')}
      >
        <Medium key={file.url} file={file} type={type} ratio={targetRatio(type, files)} />
        {badge === undefined ? null : (
          <p
            className={cx(
              shade,
              'left-2.5 inline-flex items-center gap-[5px] px-2 py-[3px] text-[10.5px] tracking-[.04em]',
            )}
          >
            <MediaTypeIcon type={type} size={12} />
            {badge}
          </p>
        )}
        {files.length > 1 ? (
          <>
            <output className={cx(shade, 'tnum right-2.5 px-2.5 py-[3px] text-[11px]')}>
              <span className="sr-only">Arquivo </span>
              {at + 1}/{files.length}
            </output>
            <Turn label="Arquivo anterior" back to={at - 1} of={files.length} onTurn={setTurned} />
            <Turn label="Próximo arquivo" to={at + 1} of={files.length} onTurn={setTurned} />
          </>
        ) : null}
      </div>
      {files.length > 1 ? (
        <div aria-hidden="true" className="flex justify-center gap-[5px] pt-2.5">
          {files.map(({ url }, index) => (
            <i
              key={url}
              className={cx(
                'size-1.5 rounded-full',
                index === at ? 'bg-[#2360d8]' : 'bg-[#cfcfcf]',
              )}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Reels fill a phone, as stories do; another video keeps its shape. */
function shapeOf(
  { width, height }: PickedFile,
  files: readonly PickedFile[],
  type: MediaType,
): string | number {
  if (type === 'REELS') return '9 / 16';
  const ratio = targetRatio(type, files);
  if (ratio !== null) return ratio;
  return width > 0 && height > 0 ? `${width} / ${height}` : '1 / 1';
}

function Medium(props: { file: PickedFile; type: MediaType; ratio: number | null }) {
  const { file, type, ratio } = props;
  const [broken, setBroken] = useState(false);
  const name = file.file.name;
  if (broken || file.width === 0) {
    return (
      <p className="grid place-content-center justify-items-center gap-2 bg-[#f0e9db] px-6 text-center text-[#4b463d]">
        <MediaTypeIcon type={type} size={28} />
        <b className="wrap-anywhere">{name}</b>
        {file.kind === 'video'
          ? 'Este navegador não mostra este vídeo. O Instagram mostra.'
          : 'Este navegador não mostra esta foto. O Instagram mostra.'}
      </p>
    );
  }
  // A story shows its video whole.
  const look = cx(
    'absolute inset-0 size-full',
    type === 'STORIES' ? 'object-contain' : 'object-cover',
  );
  if (file.kind === 'image' && ratio !== null) {
    return (
      <FittedPicture
        file={file}
        ratio={ratio}
        alt={`Foto ${name}`}
        className="absolute! inset-0 size-full"
      />
    );
  }
  return file.kind === 'image' ? (
    <img src={file.url} alt={`Foto ${name}`} className={look} />
  ) : (
    <video
      src={firstFrame(file.url)}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-label={`Vídeo ${name}`}
      onError={() => setBroken(true)}
      className={look}
    />
  );
}

function Turn(props: {
  label: string;
  back?: boolean;
  to: number;
  of: number;
  onTurn: (to: number) => void;
}) {
  const { label, back = false, to, of, onTurn } = props;
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
        'absolute top-1/2 grid size-8 -translate-y-1/2 place-items-center rounded-full bg-[rgb(255_255_255/.92)] text-[#121212] before:absolute before:-inset-1.5 aria-disabled:cursor-default aria-disabled:opacity-40',
        back ? 'left-2.5' : 'right-2.5',
      )}
    >
      {back ? <ChevronLeft size={18} /> : <ChevronRight size={18} />}
    </button>
  );
}
