import { useState, type ComponentProps, type RefObject } from 'react';
import { cx } from '../../ui/cx.ts';
import { listPositionedParts } from '../../posts/hashtag-text.ts';

type CaptionFieldProps = Omit<ComponentProps<'textarea'>, 'className' | 'value' | 'ref'> & {
  value: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Start of the hashtag whose mirrored text `anchor` refers to. */
  anchorStart: number | null;
  anchor: RefObject<HTMLElement | null>;
};

/** The field and its mirror must have identical line breaks. */
const textLayoutClass =
  '[grid-area:1/1] min-w-0 px-[18px] pt-4 pb-2.5 text-[1rem] leading-[1.6] font-normal tracking-normal whitespace-pre-wrap break-normal wrap-break-word hyphens-manual [text-rendering:auto] [font-kerning:auto]';

// A textarea has one colour: its text is transparent, and a mirror below it draws the coloured text and sets
// the height. In forced-colors mode the mirror is hidden.
export function CaptionField(props: CaptionFieldProps) {
  const { value, field, anchorStart, anchor, ...rest } = props;
  /** An input method underlines its composition in the text colour, which is transparent here. */
  const [composing, setComposing] = useState(false);
  return (
    <div className="max-h-[320px] scroll-py-2.5 overflow-y-auto overscroll-contain rounded-t-[14.5px]">
      <div className="grid min-h-[132px]">
        <div
          inert
          aria-hidden="true"
          className={cx(
            textLayoutClass,
            'pointer-events-none select-none forced-colors:invisible',
            composing && 'pointer-fine:invisible',
          )}
        >
          <TextMirror text={value} anchorStart={anchorStart} anchor={anchor} />
        </div>
        <textarea
          {...rest}
          ref={field}
          value={value}
          rows={1}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          className={cx(
            textLayoutClass,
            'block size-full resize-none overflow-hidden bg-transparent text-transparent caret-ink shadow-none! outline-none!',
            composing && 'pointer-fine:text-ink',
          )}
        />
      </div>
    </div>
  );
}

type TextMirrorProps = Pick<CaptionFieldProps, 'anchorStart' | 'anchor'> & { text: string };

function TextMirror({ text, anchorStart, anchor }: TextMirrorProps) {
  return (
    <>
      {listPositionedParts(text).map(({ text: stretch, kind, start }) =>
        kind === 'text' ? (
          stretch
        ) : (
          // A bold face is wider than the text of the field and would shift the mirror.
          <span
            key={start}
            ref={start === anchorStart ? anchor : undefined}
            className="text-sched-text [-webkit-text-stroke:.2px]"
          >
            {stretch}
          </span>
        ),
      )}
      {/* An empty last line has no height in a block. */}
      {text === '' || text.endsWith('\n') ? '\u200b' : null}
    </>
  );
}
