import { formatFileCount } from '@pontual/contract/media/media.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { useRef } from 'react';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { progressBar } from '../ui/progress-bar.ts';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { FileButton } from './file-button.tsx';
import { formatFileSize } from './file-size.ts';
import { durationText } from './file.rules.ts';
import { PickedThumb } from './picked-thumb.tsx';
import type { PickedFile } from './form.rules.ts';
import { RetryUpload } from './uploads/upload-tile-state.tsx';
import { selectEarlyUploads, summarizeUploads } from './uploads/upload-state.ts';
import { sentCountText } from './uploads/upload-announcements.ts';
import type { EarlyUploads } from './uploads/use-upload-queue.ts';
import { useUploadAnnouncement } from './uploads/use-upload-announcement.ts';
import type { FilePicking } from './use-files.ts';
import type { EditingState } from './wizard-state.ts';

const MAX_STACKED = 3;

interface FilesCardProps {
  files: readonly PickedFile[];
  /** Null before the user chooses the type. */
  mediaType: MediaType | null;
  picking: FilePicking;
  earlyUploads: EarlyUploads;
  /** Part of the form that is sent, from 0 to 1; null while nothing is sent. */
  fraction: number | null;
}

export function FilesCard({ files, mediaType, picking, earlyUploads, fraction }: FilesCardProps) {
  const textBox = useRef<HTMLDivElement>(null);
  const announcement = useUploadAnnouncement(files, earlyUploads.uploads);
  const [first] = files;
  if (first === undefined) return null;
  const single = files.length === 1;
  const name = single ? first.file.name : formatFileCount(files.length);
  const { refusal, isStalled, reason, ...summary } = summarizeUploads(files, earlyUploads.uploads);
  const shownFraction = fraction ?? summary.fraction;
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <div
      className={cx(
        'flex items-center gap-3.5 rounded-lg border border-line bg-surface py-2.5 pr-3 pl-2.5',
        fraction !== null && 'sticky -top-4 z-10 shadow-pop lg:-top-7',
      )}
    >
      <span className="flex shrink-0">
        {files.slice(0, MAX_STACKED).map((file) => (
          <PickedThumb
            key={file.url}
            file={file}
            className="h-15 w-12 rounded-sm not-first:-ml-7 not-first:shadow-[0_0_0_2px_var(--surface)]"
          />
        ))}
      </span>
      <div ref={textBox} tabIndex={-1} className="min-w-0 flex-1 shadow-none! outline-none!">
        <b className="block truncate text-sm font-semibold">{name}</b>
        {shownFraction === null || refusal !== null ? (
          <p className="tnum text-xs text-ink-3">{factsText(files, size)}</p>
        ) : (
          <Progress
            name={name}
            files={files}
            size={size}
            fraction={shownFraction}
            isUploadingEarly={fraction === null}
          />
        )}
        {/* Rendered before their text exists, because screen readers miss new live regions. */}
        <output className="sr-only">{fraction === null ? announcement : ''}</output>
        <div aria-live="polite" className="text-xs">
          {refusal === null ? null : <p className="wrap-anywhere text-bad-text">{refusal}</p>}
        </div>
        <div className="text-xs">
          {isStalled ? (
            <RetryUpload
              reason={reason}
              name={name}
              onRetry={() => {
                earlyUploads.uploadQueue.retry(earlyUploads.uploads.keys());
                textBox.current?.focus();
              }}
            />
          ) : null}
        </div>
      </div>
      {fraction !== null ? null : (
        <>
          {mediaType === null ? null : (
            <Badge
              tone="ink"
              className="max-lg:hidden!"
              icon={<MediaTypeIcon type={mediaType} size={13} />}
            >
              {mediaTypeNames[mediaType]}
            </Badge>
          )}
          <FileButton picking={picking} label="Trocar" replace variant="ghost" size="sm" />
        </>
      )}
    </div>
  );
}

type StepFilesCardProps = Pick<FilesCardProps, 'picking' | 'earlyUploads'> & {
  wizard: EditingState;
};

export function StepFilesCard({ wizard, picking, earlyUploads }: StepFilesCardProps) {
  const { step, form, mediaType, sending } = wizard;
  return (
    <FilesCard
      files={form.files}
      mediaType={step === 'details' ? mediaType : null}
      picking={picking}
      earlyUploads={earlyUploads}
      fraction={sending.state === 'sending' ? sending.fraction : null}
    />
  );
}

/** `48,2 MB, 0:38, 1080 × 1920`, without unknown facts. */
function factsText([first, ...others]: readonly PickedFile[], size: number): string {
  if (first === undefined || others.length > 0) return formatFileSize(size);
  const { width, height, durationMs } = first;
  const facts = [formatFileSize(size)];
  if (durationMs !== null) facts.push(durationText(durationMs));
  if (width > 0) facts.push(`${width} × ${height}`);
  return facts.join(', ');
}

function Progress(props: {
  name: string;
  files: readonly PickedFile[];
  size: number;
  fraction: number;
  isUploadingEarly: boolean;
}) {
  const { name, files, size, fraction, isUploadingEarly } = props;
  const percent = Math.floor(fraction * 100);
  const sent = Math.min(size, fraction * size);
  // Files within the form are sent one after the other; early uploads run in parallel.
  const isSentWithForm = files.length > 1 && selectEarlyUploads(files).length === 0;
  return (
    <>
      <progress
        aria-label={`Enviando ${name}`}
        max={100}
        value={percent}
        className={`${progressBar} mt-1.5 mb-1 h-1.5`}
      />
      <p className="tnum text-xs text-ink-3">
        {isUploadingEarly && fraction >= 1
          ? `conferindo, ${formatFileSize(size)}`
          : `${formatFileSize(sent)} de ${formatFileSize(size)}, ${percent}%`}
        {isSentWithForm ? `, ${sentCountText(files, sent)}` : null}
      </p>
    </>
  );
}
