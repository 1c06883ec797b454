import { CAPTION_MAX } from '@pontual/contract/posts.ts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { captionRoom, type Room } from '../caption-text.ts';
import { Section } from './section.tsx';

const number = new Intl.NumberFormat('pt-BR');

const looks: Record<Room, string> = {
  free: '',
  short: 'text-warn-text',
  shortest: 'text-bad-text',
  over: 'text-bad-text',
};

/** Said once, when the room gets short. */
const warnings: Record<Room, string> = {
  free: '',
  short: 'Menos de 200 caracteres restantes',
  shortest: 'Menos de 50 caracteres restantes',
  over: 'Limite excedido!',
};

interface CaptionEditorProps {
  caption: string;
  onCaption: (caption: string) => void;
  error: string | undefined;
  readOnly: boolean;
  /** Alone in a dialog, whose title says what it is. */
  small?: boolean;
}

export function CaptionEditor(props: CaptionEditorProps) {
  const { caption, onCaption, error, readOnly, small = false } = props;
  const id = useId();
  const { left, room } = captionRoom(caption);
  const wrong = room === 'over' || error !== undefined;
  return (
    <Section
      title={<label htmlFor={id}>Legenda</label>}
      small={small}
      aside={`Até ${number.format(CAPTION_MAX)} caracteres`}
    >
      <div
        className={cx(
          'rounded-lg border-[1.5px] bg-surface has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line)',
          wrong ? 'border-bad' : 'border-line-strong',
        )}
      >
        <textarea
          id={id}
          value={caption}
          readOnly={readOnly}
          rows={5}
          placeholder="Escreva a legenda do post"
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-left ${id}-error`}
          onChange={(event) => onCaption(event.target.value)}
          className="block field-sizing-content max-h-[320px] min-h-[132px] w-full resize-none px-[18px] pt-4 pb-2.5 text-[1rem] leading-[1.6] shadow-none! outline-none!"
        />
        <div className="flex min-h-11 items-center justify-end border-t border-line px-[18px] py-2 text-xs">
          <p
            id={`${id}-left`}
            className={cx('inline-flex items-baseline gap-[5px] whitespace-nowrap', looks[room])}
          >
            {room === 'over' ? (
              <>
                <TriangleAlert size={15} className="self-center" />
                <span className="font-semibold">Limite excedido!</span>
              </>
            ) : null}
            <span className="tnum font-heading text-[1rem] leading-none! font-semibold">
              {number.format(left)}
            </span>
            <span className={cx('font-medium', room === 'free' && 'text-ink-3')}>restantes</span>
          </p>
        </div>
      </div>
      <p
        id={`${id}-error`}
        className={cx(
          'mt-1.5 flex items-start gap-1.5 text-xs font-medium text-bad-text',
          error === undefined && 'hidden',
        )}
      >
        <CircleAlert size={15} className="mt-0.5" />
        {error}
      </p>
      <output className="sr-only">{warnings[room]}</output>
    </Section>
  );
}
