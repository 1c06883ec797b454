import type { TextFieldHandle } from '../../posts/text-field-handle.ts';
import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import { CAPTION_MAX } from '@pontual/contract/shared/instagram-limits.ts';
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
import { cx } from '../../ui/cx.ts';
import {
  checkCaptionCounts,
  captionLengthState,
  exceededLimitText,
  type CaptionLengthState,
} from '../../posts/caption-text.ts';
import { Section } from '../../ui/section.tsx';
import { CaptionField } from './caption-field.tsx';
import { CaptionFooter } from './caption-footer.tsx';
import { HashtagList, optionId } from './hashtag-list.tsx';
import { insertSign, appendHashtag } from '../../posts/hashtag-text.ts';
import { habitsFrom, suggestForCaption } from './suggestions.ts';
import { TopicChips } from './topic-chips.tsx';
import { useSuggestions } from './use-suggestions.ts';
import { useTopicIndex } from './use-topics.ts';

const number = new Intl.NumberFormat('pt-BR');

/** Announced to screen readers once per state. */
const roomWarnings: Record<CaptionLengthState, string> = {
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
  /** Marks the field as the specification wants (section 5), although an empty caption is valid. */
  isMarked?: boolean;
  isInDialog?: boolean;
  fieldHandle?: Ref<TextFieldHandle>;
  /** Newest first; the hashtags of these captions are suggested first. */
  pastCaptions?: readonly string[] | undefined;
  tools?: ReactNode;
}

const noCaptions: readonly string[] = [];

export function CaptionEditor(props: CaptionEditorProps) {
  const { caption, onCaption, error, readOnly } = props;
  const { isMarked = false, isInDialog = false, pastCaptions = noCaptions, tools } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [addedText, setAddedText] = useState('');
  const topics = useTopicIndex();
  const index = topics ?? null;
  const habits = useMemo(() => habitsFrom(pastCaptions, index), [pastCaptions, index]);
  const suggestions = useSuggestions(field, caption, { habits, index });
  const { open, names, active } = suggestions;
  useImperativeHandle(props.fieldHandle, () => ({
    write: suggestions.insert,
    field: () => field.current,
  }));
  const topicSuggestions = useMemo(
    // Waits for the topics, so that the user's own hashtags do not appear first and are then replaced.
    () => (topics === undefined ? null : suggestForCaption(caption, habits, topics)),
    [caption, habits, topics],
  );
  const { state } = captionLengthState(caption);
  const { exceeded } = checkCaptionCounts(caption);
  const errorText =
    error ?? (exceeded.length === 0 ? undefined : exceeded.map(exceededLimitText).join(' '));
  const isInvalid = state === 'over' || errorText !== undefined;
  const warning = errorText === undefined ? hashtagIssue(caption) : undefined;
  const add = (name: string) => {
    const target = field.current;
    if (target === null) return false;
    const hadFocus = document.activeElement === target;
    suggestions.insert(appendHashtag(target.value, name));
    setAddedText(`#${name} adicionada à legenda`);
    return hadFocus;
  };
  return (
    <Section
      title={<Title id={id} isMarked={isMarked} />}
      isInDialog={isInDialog}
      aside={`Até ${number.format(CAPTION_MAX)} caracteres`}
    >
      <div
        className={cx(
          'relative rounded-lg border-[1.5px] bg-surface has-[textarea:focus-visible]:shadow-[0_0_0_3px_var(--focus-halo)] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-3 has-[textarea:focus-visible]:outline-(--focus-line)',
          isInvalid ? 'border-bad' : 'border-line-strong',
        )}
      >
        <CaptionField
          id={id}
          field={field}
          value={caption}
          anchorStart={suggestions.tokenStart}
          anchor={anchor}
          readOnly={readOnly}
          placeholder={isMarked ? 'Escreva, ou deixe em branco' : 'Escreva a legenda do post'}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-left ${id}-error`}
          // HTML allows no other role on a textarea, not even `combobox`.
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && active >= 0 ? optionId(`${id}-list`, active) : undefined}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            onCaption(event.target.value);
            suggestions.updateFromField(event.target, inputType);
          }}
          onSelect={(event) => suggestions.updateFromField(event.currentTarget, null)}
          onKeyDown={suggestions.onKeyDown}
          onBlur={suggestions.onBlur}
        />
        <CaptionFooter
          caption={caption}
          id={`${id}-left`}
          disabled={readOnly}
          onSign={(sign) => {
            const target = field.current;
            if (target === null) return;
            suggestions.insert(insertSign(target.value, target.selectionStart, sign));
          }}
        />
        {open ? (
          <HashtagList
            id={`${id}-list`}
            names={names}
            active={active}
            anchor={anchor}
            onAccept={suggestions.accept}
          />
        ) : null}
      </div>
      <CaptionMessage id={`${id}-error`} error={errorText} warning={warning} />
      {tools}
      {topicSuggestions === null ? null : (
        <TopicChips
          {...topicSuggestions}
          disabled={readOnly}
          onAdd={add}
          onEmpty={() => field.current?.focus({ preventScroll: true })}
        />
      )}
      <output className="sr-only">{roomWarnings[state]}</output>
      {/* Without the number of excess characters, so that it is announced once and not on every key. */}
      <output className="sr-only">
        {exceeded.map(({ message }) => message).join(' ') || warning}
      </output>
      <output className="sr-only">{open ? suggestionCountText(names.length) : ''}</output>
      <output className="sr-only">{addedText}</output>
    </Section>
  );
}

/** Not `aria-required`: a reader that calls the field compulsory makes people type filler. */
function Title({ id, isMarked }: { id: string; isMarked: boolean }) {
  return (
    <span>
      <label htmlFor={id}>Legenda</label>
      {isMarked ? (
        <span className="font-normal text-ink-3">
          <span aria-hidden="true">&nbsp;*</span>
          <span className="sr-only"> (recomendada)</span>
        </span>
      ) : null}
    </span>
  );
}

interface CaptionMessageProps {
  id: string;
  error: string | undefined;
  warning: string | undefined;
}

function CaptionMessage({ id, error, warning }: CaptionMessageProps) {
  const Icon = error === undefined ? TriangleAlert : CircleAlert;
  const text = error ?? warning;
  return (
    <p
      id={id}
      className={cx(
        'mt-1.5 flex items-start gap-1.5 text-xs font-medium',
        error === undefined ? 'text-warn-text' : 'text-bad-text',
        text === undefined && 'hidden',
      )}
    >
      <Icon size={15} className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}

const suggestionCountText = (count: number) =>
  count === 1 ? '1 sugestão de hashtag' : `${count} sugestões de hashtag`;
