import { Check, CircleAlert, RotateCw } from 'lucide-react';
import { formatFileSize } from '../file-size.ts';
import { RETRY_LABEL, type Upload } from './upload-state.ts';

interface UploadTileStateProps {
  file: File;
  /** Only for files that are uploaded early. */
  upload: Upload | undefined;
  onRetry: () => void;
}

export function UploadTileState({ file, upload, onRetry }: UploadTileStateProps) {
  return (
    <div className="px-0.5 pt-[7px] text-2xs leading-[1.35]">
      <b className="block truncate font-semibold">{file.name}</b>
      {upload === undefined ? (
        <span className="tnum block text-ink-3">{formatFileSize(file.size)}</span>
      ) : null}
      {upload?.state === 'finished' ? (
        <span className="tnum flex items-center gap-[5px] text-pub-text">
          <Check size={13} />
          {formatFileSize(file.size)}
        </span>
      ) : null}
      {upload?.state === 'queued' || upload?.state === 'sending' ? (
        <span className="tnum block truncate text-ink-3">
          {uploadProgressText(upload, file.size)}, {formatFileSize(file.size)}
        </span>
      ) : null}
      {upload?.state === 'refused' ? (
        <span className="flex items-center gap-[5px] text-bad-text">
          <CircleAlert size={13} />
          não aceito
        </span>
      ) : null}
      {upload?.state === 'interrupted' ? (
        <span className="block truncate text-ink-2">
          {upload.offline ? 'sem conexão' : 'tentando de novo'}
        </span>
      ) : null}
      {upload?.state === 'failed' ? (
        <RetryUpload reason={upload.reason} name={file.name} onRetry={onRetry} />
      ) : null}
    </div>
  );
}

/** After the last byte the server checks the file. */
function uploadProgressText({ state, sent }: Upload & { sent: number }, size: number): string {
  if (state === 'queued') return 'na fila';
  return sent < size ? 'enviando' : 'conferindo';
}

export function RetryUpload(props: { reason: string | null; name: string; onRetry: () => void }) {
  const { reason, name, onRetry } = props;
  return (
    <>
      {reason === null ? null : (
        <span className="mb-1 block wrap-anywhere text-bad-text">{reason}</span>
      )}
      <button
        type="button"
        onClick={onRetry}
        className="relative inline-flex gap-[5px] text-left font-semibold text-balance text-bad-text underline before:absolute before:-inset-x-1 before:-inset-y-3"
      >
        <RotateCw size={13} className="mt-px shrink-0" />
        {RETRY_LABEL}
        <span className="sr-only">, {name}</span>
      </button>
    </>
  );
}
