import { useState, type ComponentProps, type RefObject } from 'react';
import { cx } from '../../ui/cx.ts';
import { listPositionedParts } from '../../posts/hashtag-text.ts';

type CaptionFieldProps = Omit<ComponentProps<'textarea'>, 'className' | 'value' | 'ref'> & {
  value: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** What is drawn of the hashtag that starts here, for what stands beside it. */
  anchorStart: number | null;
  anchor: RefObject<HTMLElement | null>;
};

/** All that decides where a line breaks; the field and its mirror must not differ in any of it. */
const textLayoutClass =
  '[grid-area:1/1] min-w-0 px-[18px] pt-4 pb-2.5 text-[1rem] leading-[1.6] font-normal tracking-normal whitespace-pre-wrap break-normal wrap-break-word hyphens-manual [text-rendering:auto] [font-kerning:auto]';

/**
 * A text field whose hashtags and mentions are coloured while one writes. A textarea has one
 * colour, so it writes in none, and a mirror below it draws the same text in the same place; the
 * field keeps what is hard to make: caret, selection, spelling, undo. The mirror gives both their
 * height and they scroll together, so that nothing has to be kept in step. Where the user's own
 * colours are forced on everything, the field is read itself.
 */
export function CaptionField(props: CaptionFieldProps) {
  const { value, field, anchorStart, anchor, ...rest } = props;
  /** An input method underlines what it composes in the colour of the text. */
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
          // A bolder face would be wider than the text of the field.
          <span
            key={start}
            ref={start === anchorStart ? anchor : undefined}
            className="text-sched-text [-webkit-text-stroke:.2px]"
          >
            {stretch}
          </span>
        ),
      )}
      {/* A last line that is empty has no height in a block. */}
      {text === '' || text.endsWith('\n') ? '\u200b' : null}
    </>
  );
}
