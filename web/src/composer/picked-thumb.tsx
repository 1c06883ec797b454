import { Image, Video } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { MediaThumb } from '../posts/media-thumb.tsx';
import { formatName } from './file.rules.ts';
import type { FormFile } from './form.rules.ts';

export function PickedThumb({ file, className }: { file: FormFile; className: string }) {
  if (file.width === 0) {
    const Icon = file.kind === 'video' ? Video : Image;
    return (
      <span
        className={cx(
          'grid shrink-0 place-content-center justify-items-center gap-1 overflow-hidden bg-sunken inset-ring inset-ring-line text-2xs font-semibold text-ink-2',
          className,
        )}
      >
        <Icon size={18} />
        {formatName(file.file.name)}
      </span>
    );
  }
  return (
    <MediaThumb
      item={{ type: file.kind, url: file.url, thumbnailUrl: null }}
      type={file.kind === 'video' ? 'VIDEO' : 'IMAGE'}
      className={className}
    />
  );
}
