import { MediaThumb } from '../media-thumb.tsx';
import type { PickedFile } from './form-rules.ts';

/** A chosen file as a small picture. */
export function PickedThumb({ file, className }: { file: PickedFile; className: string }) {
  return (
    <MediaThumb
      item={{ type: file.kind, url: file.url, thumbnailUrl: null }}
      type={file.kind === 'video' ? 'VIDEO' : 'IMAGE'}
      className={className}
    />
  );
}
