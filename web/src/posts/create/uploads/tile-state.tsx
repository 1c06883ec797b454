import { Check, CircleAlert, RotateCw } from 'lucide-react';
import { sizeText } from '../file-rules.ts';
import type { Upload } from './upload-state.ts';

interface TileStateProps {
  file: File;
  /** Of files that are sent ahead. */
  upload: Upload | undefined;
  onRetry: () => void;
}

/** Under a chosen file's picture: its name, its size, and how it is doing on its way. */
export function TileState({ file, upload, onRetry }: TileStateProps) {
  return (
    <div className="px-0.5 pt-[7px] text-2xs leading-[1.35]">
      <b className="block truncate font-semibold">{file.name}</b>
      {upload === undefined || upload.state === 'finished' ? (
        <span className="tnum flex items-center gap-[5px] text-pub-text">
          <Check size={13} />
          {sizeText(file.size)}
        </span>
      ) : null}
      {upload?.state === 'sending' ? (
        <span className="tnum block truncate text-ink-3">
          {/* All of it is there, and the server looks at it. */}
          {upload.sent < file.size ? 'enviando' : 'conferindo'}, {sizeText(file.size)}
        </span>
      ) : null}
      {upload?.state === 'refused' ? (
        <span className="flex items-center gap-[5px] text-bad-text">
          <CircleAlert size={13} />
          não aceito
        </span>
      ) : null}
      {/* Here before its words come, or screen readers miss them. */}
      <span aria-live="polite">
        {upload?.state === 'interrupted' ? (
          <span className="block truncate text-ink-2">sem conexão</span>
        ) : null}
        {upload?.state === 'failed' ? (
          <Retry message={upload.message} name={file.name} onRetry={onRetry} />
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
