import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { showStill } from './show-still.ts';

interface PreviewVideoProps {
  url: string;
  name: string;
  /** Frame that the paused video shows, in ms. */
  stillOffsetMs: number;
  isShown: boolean;
  /** Shows the whole video, with bars if its ratio differs. */
  isLetterboxed: boolean;
  onBroken: () => void;
}

const button =
  'absolute z-10 grid place-items-center rounded-full bg-[rgb(18_18_18/.62)] text-[#fff] hover:bg-[rgb(18_18_18/.78)]';

export const PreviewVideo = memo(function PreviewVideo(props: PreviewVideoProps) {
  const { url, name, stillOffsetMs, isShown, isLetterboxed, onBroken } = props;
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(true);
  /** Position of the last pause in seconds, where playing resumes. */
  const stoppedAtSeconds = useRef(0);

  useEffect(() => {
    if (video.current === null) return;
    video.current.pause();
    if (!isShown) stoppedAtSeconds.current = 0;
    showStill(video.current, stillOffsetMs);
  }, [stillOffsetMs, isShown]);

  const toggle = () => {
    const element = video.current;
    if (element === null) return;
    if (element.paused) {
      element.currentTime = stoppedAtSeconds.current;
      // `play()` rejects if it is paused before it starts, which is no error.
      element.play().catch(() => setPlaying(false));
    } else {
      stoppedAtSeconds.current = element.currentTime;
      element.pause();
      showStill(element, stillOffsetMs);
    }
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its owner's own video, which has no captions */}
      <video
        ref={video}
        src={url}
        muted={isMuted}
        loop
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-label={`Vídeo ${name}`}
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) onBroken();
          else showStill(currentTarget, stillOffsetMs);
        }}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={onBroken}
        className={cx(
          'absolute inset-0 size-full',
          isLetterboxed ? 'object-contain' : 'object-cover',
        )}
      />
      <button
        type="button"
        aria-label={isPlaying ? 'Pausar vídeo' : 'Reproduzir vídeo'}
        onClick={toggle}
        className={cx(
          button,
          'top-1/2 left-1/2 size-14 -translate-1/2 transition-opacity',
          isPlaying && 'opacity-0 hover:opacity-100 focus-visible:opacity-100',
        )}
      >
        {isPlaying ? (
          <Pause size={24} fill="currentColor" />
        ) : (
          <Play size={24} fill="currentColor" className="translate-x-0.5" />
        )}
      </button>
      <button
        type="button"
        aria-label="Som do vídeo"
        aria-pressed={!isMuted}
        onClick={() => setMuted(!isMuted)}
        className={cx(button, 'top-2.5 right-2.5 size-8 before:absolute before:-inset-1.5')}
      >
        {isMuted ? <VolumeX size={16} /> : <Volume2 size={16} />}
      </button>
    </>
  );
});
