import { frameOf, PAD_COLOUR } from '@pontual/contract/media/image-fit.ts';
import type { CSSProperties } from 'react';
import { cx } from '../../ui/cx.ts';
import type { FormFile } from '../form.rules.ts';

interface FittedPictureProps {
  file: FormFile;
  /** Width divided by height. */
  ratio: number;
  alt: string;
  className?: string;
  style?: CSSProperties;
}

/** Shows exactly the rectangle that the server publishes. */
export function FittedPicture({ file, ratio, alt, className, style }: FittedPictureProps) {
  const frame = frameOf(file, ratio, file.fit);
  const percentOfWidth = (px: number) => `${(px / frame.width) * 100}%`;
  const percentOfHeight = (px: number) => `${(px / frame.height) * 100}%`;
  return (
    <span
      className={cx('relative block overflow-hidden', className)}
      style={{ ...style, backgroundColor: PAD_COLOUR }}
    >
      <img
        src={file.url}
        alt={alt}
        draggable={false}
        className="absolute max-w-none"
        style={{
          left: percentOfWidth(frame.left),
          top: percentOfHeight(frame.top),
          width: percentOfWidth(file.width),
          height: percentOfHeight(file.height),
        }}
      />
    </span>
  );
}
