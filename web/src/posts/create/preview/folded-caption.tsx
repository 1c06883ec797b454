import { captionParts } from '@pontual/contract/captions.ts';
import { useState } from 'react';
import { foldCaption, folds, inOneLine } from './caption-fold.ts';

interface FoldedCaptionProps {
  caption: string;
  look: keyof typeof folds;
}

/** A caption with its hashtags and mentions; what is long is opened by `mais`. */
export function FoldedCaption({ caption, look }: FoldedCaptionProps) {
  const [isOpen, setOpen] = useState(false);
  const said = look === 'reel' && !isOpen ? inOneLine(caption) : caption.trim();
  const { text, isCut } = foldCaption(said, folds[look]);
  if (said === '') {
    return (
      <span className={look === 'feed' ? 'text-[#666]' : undefined}>Sua legenda aparece aqui.</span>
    );
  }
  const [tag, meta] =
    look === 'feed' ? ['text-[#1b4fb5]', 'text-[#666]'] : ['font-semibold', 'text-[#fff]'];
  return (
    <>
      {captionParts(isOpen ? said : text).map(({ text, kind }, index) =>
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
