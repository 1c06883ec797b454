import type { TextFieldHandle } from '../../posts/text-field-handle.ts';
import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import { CAPTION_MAX } from '@pontual/contract/posts/posts.ts';
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

/** Said once, when the room gets short. */
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
  /** Said to be required; an empty one is taken all the same. */
  required?: boolean;
  /** Alone in a dialog, whose title says what it is. */
  isInDialog?: boolean;
  /** Writes into the field for its user. */
  fieldHandle?: Ref<TextFieldHandle>;
  /** Of the user's own posts, newest first: what is suggested begins with what they hold. */
  pastCaptions?: readonly string[] | undefined;
  /** Below the field: what else fills it, or keeps it. */
  tools?: ReactNode;
}

const noCaptions: readonly string[] = [];

export function CaptionEditor(props: CaptionEditorProps) {
  const { caption, onCaption, error, readOnly } = props;
  const { required = false, isInDialog = false, pastCaptions = noCaptions, tools } = props;
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
    // The own hashtags do not come first only to give way a moment later.
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
      title={<Title id={id} required={required} />}
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
          placeholder="Escreva a legenda do post"
          aria-required={required || undefined}
          aria-invalid={isInvalid || undefined}
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
      {/* Without what is to be removed: it is said once, and not at every letter. */}
      <output className="sr-only">
        {exceeded.map(({ message }) => message).join(' ') || warning}
      </output>
      <output className="sr-only">{open ? suggestionCountText(names.length) : ''}</output>
      <output className="sr-only">{addedText}</output>
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

interface CaptionMessageProps {
  id: string;
  /** Why the caption cannot be sent; undefined if it can. */
  error: string | undefined;
  /** What to check in a caption that can be sent. */
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
