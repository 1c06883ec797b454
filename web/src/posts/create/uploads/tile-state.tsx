import { Check, CircleAlert, RotateCw } from 'lucide-react';
import { progressBar } from '../../../ui/progress-bar.ts';
import { sizeText } from '../file-rules.ts';
import { percentOf, type Upload } from './upload-state.ts';

interface TileStateProps {
  file: File;
  /** Of files that are sent ahead. */
  upload: Upload | undefined;
  onRetry: () => void;
}

/** Under a chosen file's picture: its name, its size, and how far it is on its way. */
export function TileState({ file, upload, onRetry }: TileStateProps) {
  const percent = upload === undefined ? 100 : percentOf(upload, file.size);
  const isMoving = upload !== undefined && 'sent' in upload;
  return (
    <div className="relative px-0.5 pt-[7px] text-2xs leading-[1.35]">
      {isMoving ? (
        <progress
          aria-label={`Enviando ${file.name}`}
          max={100}
          value={percent}
          // In the gap that is there anyway.
          className={`${progressBar} absolute inset-x-0 top-0.5 h-1`}
        />
      ) : null}
      <b className="block truncate font-semibold">{file.name}</b>
      {upload === undefined || upload.state === 'finished' ? (
        <span className="tnum flex items-center gap-[5px] text-pub-text">
          <Check size={13} />
          {sizeText(file.size)}
        </span>
      ) : null}
      {upload?.state === 'sending' ? (
        <span className="tnum block truncate text-ink-3">
          {percent}% de {sizeText(file.size)}
        </span>
      ) : null}
      {/* Here before its words come, or screen readers miss them. */}
      <span aria-live="polite">
        {upload?.state === 'interrupted' ? (
          <span className="tnum block truncate text-ink-2">Sem conexão, {percent}%</span>
        ) : null}
        {upload?.state === 'failed' ? (
          <Retry message={upload.message} name={file.name} onRetry={onRetry} />
        ) : null}
        {upload?.state === 'refused' ? (
          <span className="flex gap-[5px] text-bad-text">
            <CircleAlert size={13} className="mt-px shrink-0" />
            <span className="min-w-0 wrap-anywhere">{upload.message}</span>
          </span>
        ) : null}
      </span>
    </div>
  );
}

/** Goes on with a file that stood still. */
export function Retry(props: { message: string; name: string; onRetry: () => void }) {
  const { message, name, onRetry } = props;
  return (
    <button
      type="button"
      onClick={onRetry}
      className="relative inline-flex gap-[5px] text-left font-semibold text-bad-text underline before:absolute before:-inset-x-1 before:-inset-y-3"
    >
      <RotateCw size={13} className="mt-px shrink-0" />
      {message}
      <span className="sr-only">, {name}</span>
    </button>
  );
}
