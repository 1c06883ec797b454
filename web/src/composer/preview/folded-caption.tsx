import { captionParts } from '@pontual/contract/posts/captions.ts';
import { useState } from 'react';
import { foldCaption, foldLengths, toSingleLine } from './caption-fold.ts';

interface FoldedCaptionProps {
  caption: string;
  variant: keyof typeof foldLengths;
  /** The caption is still being written, so an empty one has a placeholder. */
  isWriting: boolean;
}

export function FoldedCaption({ caption, variant, isWriting }: FoldedCaptionProps) {
  const [isOpen, setOpen] = useState(false);
  const fullText = variant === 'reel' && !isOpen ? toSingleLine(caption) : caption.trim();
  const { text, isCut } = foldCaption(fullText, foldLengths[variant]);
  if (fullText === '') {
    return isWriting ? (
      <span className={variant === 'feed' ? 'text-[#666]' : undefined}>
        Sua legenda aparece aqui.
      </span>
    ) : null;
  }
  const [tag, meta] =
    variant === 'feed' ? ['text-[#1b4fb5]', 'text-[#666]'] : ['font-semibold', 'text-[#fff]'];
  return (
    <>
      {captionParts(isOpen ? fullText : text).map(({ text, kind }, index) =>
        kind === 'text' ? (
          text
        ) : (
          <span key={index} className={tag}>
            {text}
          </span>
        ),
      )}
      {isCut && !isOpen ? (
        <>
          {'… '}
          <button
            type="button"
            aria-label="mais do texto"
            onClick={() => setOpen(true)}
            className={`relative font-medium before:absolute before:-inset-x-3 before:-inset-y-2.5 ${meta}`}
          >
            mais
          </button>
        </>
      ) : null}
    </>
  );
}
