import { hashtagRemark } from '@pontual/contract/captions.ts';
import { CAPTION_MAX } from '@pontual/contract/posts.ts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import {
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { cx } from '../../../ui/cx.ts';
import { captionMarks, captionRoom, refusalText, type Room } from '../../caption-text.ts';
import { Section } from '../section.tsx';
import { CaptionField } from './caption-field.tsx';
import { CaptionFooter } from './caption-footer.tsx';
import { HashtagList, optionId } from './hashtag-list.tsx';
import { signInserted, tagAppended, type Edit } from './hashtag-text.ts';
import { habitsFrom, offerFor } from './suggestions.ts';
import { TopicChips } from './topic-chips.tsx';
import { useSuggesting } from './use-suggesting.ts';
import { useTopics } from './use-topics.ts';

const number = new Intl.NumberFormat('pt-BR');

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
  /** Said to be required; an empty one is taken all the same. */
  required?: boolean;
  /** Alone in a dialog, whose title says what it is. */
  small?: boolean;
  /** Writes into the field for its user. */
  writer?: Ref<Writer>;
  /** Of the user's own posts, newest first: what is suggested begins with what they hold. */
  pastCaptions?: readonly string[] | undefined;
  /** Below the field: what else fills it, or keeps it. */
  tools?: ReactNode;
}

export interface Writer {
  /** As if its user had, so that undoing takes it back; the focus is in the field afterwards. */
  write: (edit: Edit) => void;
  /** Where one writes. */
  field: () => HTMLElement | null;
}

const noCaptions: readonly string[] = [];

export function CaptionEditor(props: CaptionEditorProps) {
  const { caption, onCaption, error, readOnly } = props;
  const { required = false, small = false, pastCaptions = noCaptions, tools } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [added, setAdded] = useState('');
  const topics = useTopics();
  const index = topics ?? null;
  const habits = useMemo(() => habitsFrom(pastCaptions, index), [pastCaptions, index]);
  const suggesting = useSuggesting(field, caption, { habits, index });
  const { open, names, active } = suggesting;
  useImperativeHandle(props.writer, () => ({
    write: suggesting.write,
    field: () => field.current,
  }));
  const offer = useMemo(
    // The own hashtags do not come first only to give way a moment later.
    () => (topics === undefined ? null : offerFor(caption, habits, topics)),
    [caption, habits, topics],
  );
  const { room } = captionRoom(caption);
  const { refusals } = captionMarks(caption);
  const fault = error ?? (refusals.length === 0 ? undefined : refusals.map(refusalText).join(' '));
  const wrong = room === 'over' || fault !== undefined;
  const warning = fault === undefined ? hashtagRemark(caption) : undefined;
  const add = (name: string) => {
    const target = field.current;
    if (target === null) return false;
    const inField = document.activeElement === target;
    suggesting.write(tagAppended(target.value, name));
    setAdded(`#${name} adicionada à legenda`);
    return inField;
  };
  return (
    <Section
      title={<Title id={id} required={required} />}
      small={small}
      aside={`Até ${number.format(CAPTION_MAX)} caracteres`}
    >
      <div
        className={cx(
          'relative rounded-lg border-[1.5px] bg-surface has-[textarea:focus-visible]:shadow-[0_0_0_3px_var(--focus-halo)] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-3 has-[textarea:focus-visible]:outline-(--focus-line)',
          wrong ? 'border-bad' : 'border-line-strong',
        )}
      >
        <CaptionField
          id={id}
          field={field}
          value={caption}
          anchorAt={suggesting.at}
          anchor={anchor}
          readOnly={readOnly}
          placeholder="Escreva a legenda do post"
          aria-required={required || undefined}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-left ${id}-error`}
          // HTML gives a field of several lines no other role than its own, not even a combobox's.
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && active >= 0 ? optionId(`${id}-list`, active) : undefined}
          onChange={(event) => {
            // React's type leaves out what kind of event it was.
            const { inputType } = event.nativeEvent as InputEvent;
            onCaption(event.target.value);
            suggesting.follow(event.target, inputType);
          }}
          onSelect={(event) => suggesting.follow(event.currentTarget, null)}
          onKeyDown={suggesting.onKeyDown}
          onBlur={suggesting.onBlur}
        />
        <CaptionFooter
          caption={caption}
          id={`${id}-left`}
          disabled={readOnly}
          onSign={(sign) => {
            const target = field.current;
            if (target === null) return;
            suggesting.write(signInserted(target.value, target.selectionStart, sign));
          }}
        />
        {open ? (
          <HashtagList
            id={`${id}-list`}
            names={names}
            active={active}
            anchor={anchor}
            onTake={suggesting.take}
          />
        ) : null}
      </div>
      <Remark id={`${id}-error`} fault={fault} warning={warning} />
      {tools}
      {offer === null ? null : (
        <TopicChips
          {...offer}
          disabled={readOnly}
          onAdd={add}
          onEmpty={() => field.current?.focus({ preventScroll: true })}
        />
      )}
      <output className="sr-only">{warnings[room]}</output>
      {/* Without what is to be removed: it is said once, and not at every letter. */}
      <output className="sr-only">{refusals.map(({ limit }) => limit).join(' ') || warning}</output>
      <output className="sr-only">{open ? countOf(names.length) : ''}</output>
      <output className="sr-only">{added}</output>
    </Section>
  );
}

/** The star stands beside the label: the field says by itself that it is required. */
function Title({ id, required }: { id: string; required: boolean }) {
  return (
    <span>
      <label htmlFor={id}>Legenda</label>
      {required ? (
        <span className="font-normal text-ink-3">
          <span aria-hidden="true">&nbsp;*</span>
          <span className="sr-only"> (obrigatória)</span>
        </span>
      ) : null}
    </span>
  );
}

interface RemarkProps {
  id: string;
  /** Why the caption cannot be sent; undefined if it can. */
  fault: string | undefined;
  /** What to check in a caption that can be sent. */
  warning: string | undefined;
}

function Remark({ id, fault, warning }: RemarkProps) {
  const Icon = fault === undefined ? TriangleAlert : CircleAlert;
  const text = fault ?? warning;
  return (
    <p
      id={id}
      className={cx(
        'mt-1.5 flex items-start gap-1.5 text-xs font-medium',
        fault === undefined ? 'text-warn-text' : 'text-bad-text',
        text === undefined && 'hidden',
      )}
    >
      <Icon size={15} className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}

const countOf = (count: number) =>
  count === 1 ? '1 sugestão de hashtag' : `${count} sugestões de hashtag`;
