import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../ui/cx.ts';
import { showStill } from '../preview/show-still.ts';
import {
  maxCoverOffset,
  PAGE_STEP_MS,
  STEP_MS,
  stripTimes,
  timeText,
  spokenTimeText,
  clampCoverOffset,
} from './cover-times.ts';
import { drawStrip } from './strip-frames.ts';

interface CoverStripProps {
  url: string;
  /** Null where the browser cannot read it. */
  durationMs: number | null;
  /** The cover frame, in ms from the start of the video. */
  offsetMs: number;
  onOffset: (ms: number) => void;
  disabled: boolean;
}

export function CoverStrip({ durationMs, ...rest }: CoverStripProps) {
  if (durationMs === null) {
    return (
      <div>
        <b className="text-sm font-semibold">Capa</b>
        <p className="mt-1 text-xs text-ink-3">
          Este navegador não abre este vídeo. A capa será o primeiro quadro.
        </p>
      </div>
    );
  }
  return <FrameStrip key={rest.url} durationMs={durationMs} {...rest} />;
}

function FrameStrip(props: CoverStripProps & { durationMs: number }) {
  const { url, durationMs, offsetMs, onOffset, disabled } = props;
  const [isBroken, setBroken] = useState(false);
  const offset = clampCoverOffset(offsetMs, durationMs);
  const last = maxCoverOffset(durationMs);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { PageUp: PAGE_STEP_MS, PageDown: -PAGE_STEP_MS }[event.key];
    if (by === undefined) return;
    // The native page step of a range input is a tenth of the range.
    event.preventDefault();
    onOffset(clampCoverOffset(offset + by, durationMs));
  };
  const renderSlider = (look: string) => (
    <input
      type="range"
      aria-label="Capa"
      aria-valuetext={spokenTimeText(offset)}
      min={0}
      max={last}
      step={STEP_MS}
      value={offset}
      disabled={disabled || last === 0}
      onKeyDown={onKeyDown}
      onChange={({ target }) => onOffset(clampCoverOffset(Number(target.value), durationMs))}
      className={look}
    />
  );
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <b className="text-sm font-semibold">Capa</b>
        <span className="tnum text-xs text-ink-3">quadro em {timeText(offset)}</span>
      </div>
      {isBroken ? (
        <>
          <p className="mt-1 text-xs text-ink-3">
            Este navegador não mostra os quadros deste vídeo. Escolha a capa pelo tempo.
          </p>
          {renderSlider('mt-1 h-11 w-full')}
        </>
      ) : (
        <div
          className={cx(
            'relative mt-2.5 h-16 rounded-field has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line) has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)]',
            disabled && 'opacity-60',
          )}
        >
          <Frames url={url} durationMs={durationMs} onBroken={() => setBroken(true)} />
          <ChosenFrame url={url} offset={offset} left={last === 0 ? 0 : offset / last} />
          {renderSlider(
            'absolute inset-0 size-full cursor-ew-resize touch-pan-y appearance-none bg-transparent opacity-0 disabled:cursor-not-allowed [&::-moz-range-thumb]:h-16 [&::-moz-range-thumb]:w-[12.5%] [&::-webkit-slider-runnable-track]:h-16 [&::-webkit-slider-thumb]:h-16 [&::-webkit-slider-thumb]:w-[12.5%] [&::-webkit-slider-thumb]:appearance-none',
          )}
        </div>
      )}
    </div>
  );
}

interface FramesProps {
  url: string;
  durationMs: number;
  onBroken: () => void;
}

/** Decorative: the slider announces the position. */
function Frames({ url, durationMs, onBroken }: FramesProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const canvases = [...(strip.current?.querySelectorAll('canvas') ?? [])];
    drawStrip({ url, times: stripTimes(durationMs), canvases, signal }).catch(() => {
      if (!signal.aborted) onBroken();
    });
    return () => control.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- onBroken only sets a state
  }, [url, durationMs]);
  return (
    <div
      ref={strip}
      aria-hidden="true"
      className="grid size-full grid-cols-8 overflow-hidden rounded-field bg-hover"
    >
      {stripTimes(durationMs).map((time) => (
        <canvas key={time} width={190} height={128} className="size-full object-cover" />
      ))}
    </div>
  );
}

function ChosenFrame({ url, offset, left }: { url: string; offset: number; left: number }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null) showStill(video.current, offset);
  }, [offset]);
  return (
    <span
      aria-hidden="true"
      style={{ left: `${left * 87.5}%` }}
      className="pointer-events-none absolute inset-y-0 w-[12.5%] overflow-hidden rounded-[6px] after:absolute after:inset-0 after:rounded-[6px] after:shadow-[inset_0_0_0_3px_var(--ipe),inset_0_0_0_5px_#1b1916]"
    >
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        onLoadedMetadata={({ currentTarget }) => showStill(currentTarget, offset)}
        className="size-full object-cover"
      />
    </span>
  );
}
