import { AtSign, Hash, TriangleAlert } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  checkCaptionCounts,
  captionLengthState,
  type CountState,
  type CaptionLengthState,
} from '../../posts/caption-text.ts';

const number = new Intl.NumberFormat('pt-BR');

/** Specification, section 2. Yellow is a fill because yellow text on paper is unreadable. */
const roomClasses: Record<CaptionLengthState, string> = {
  free: '',
  short: 'rounded-full bg-ipe px-2.5 text-on-ipe',
  shortest: 'rounded-full bg-bad-soft px-2.5 text-bad-text',
  over: 'rounded-full bg-bad-soft px-2.5 text-bad-text',
};

const countClasses: Record<CountState, string> = {
  free: 'text-ink-3',
  many: 'font-medium text-warn-text',
  over: 'font-medium text-bad-text',
};

interface CaptionFooterProps {
  caption: string;
  /** Id of the remaining-characters text, which describes the field. */
  id: string;
  disabled: boolean;
  onSign: (sign: '#' | '@') => void;
}

export function CaptionFooter({ caption, id, disabled, onSign }: CaptionFooterProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-t border-line py-0.5 pr-[18px] pl-1.5 text-xs lg:py-2 lg:pl-2">
      <div className="flex gap-0.5">
        <SignButton sign="#" disabled={disabled} onSign={onSign} />
        <SignButton sign="@" disabled={disabled} onSign={onSign} />
      </div>
      {checkCaptionCounts(caption).counts.map(({ text, state }) => (
        <span key={text} className={cx('tnum whitespace-nowrap', countClasses[state])}>
          {text}
        </span>
      ))}
      <RemainingCount caption={caption} id={id} />
    </div>
  );
}

type SignButtonProps = Pick<CaptionFooterProps, 'disabled' | 'onSign'> & { sign: '#' | '@' };

function SignButton({ sign, disabled, onSign }: SignButtonProps) {
  return (
    <IconButton
      size="sm"
      label={sign === '#' ? 'Inserir hashtag' : 'Mencionar'}
      icon={sign === '#' ? <Hash size={17} /> : <AtSign size={17} />}
      disabled={disabled}
      // Keeps the focus and the caret in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onSign(sign)}
    />
  );
}

function RemainingCount({ caption, id }: Pick<CaptionFooterProps, 'caption' | 'id'>) {
  const { remaining, state } = captionLengthState(caption);
  return (
    <p
      id={id}
      className={cx(
        'ml-auto inline-flex min-h-8 items-center gap-[5px] whitespace-nowrap',
        roomClasses[state],
      )}
    >
      {state === 'over' ? (
        <>
          <TriangleAlert size={15} />
          <span className="font-semibold">Limite excedido!</span>
        </>
      ) : null}
      <span className="inline-flex items-baseline gap-[5px]">
        <span className="tnum font-heading text-[1rem] leading-none! font-semibold">
          {number.format(remaining)}
        </span>
        <span className={cx('font-medium', state === 'free' && 'text-ink-3')}>restantes</span>
      </span>
    </p>
  );
}
