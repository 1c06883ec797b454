import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import { captionLengthState } from '../../posts/caption-text.ts';
import { applyEdit } from '../caption/apply-edit.ts';
import type { TextFieldHandle } from '../../posts/text-field-handle.ts';
import { Section } from '../../ui/section.tsx';
import { validateComment } from './first-comment.rules.ts';

const number = new Intl.NumberFormat('pt-BR');

interface FirstCommentFieldProps {
  type: MediaType;
  comment: string;
  locked: boolean;
  isInDialog?: boolean;
  onComment: (comment: string) => void;
  fieldHandle?: Ref<TextFieldHandle>;
  tools?: ReactNode;
}

export function FirstCommentField(props: FirstCommentFieldProps) {
  const { type, comment, locked, isInDialog = false, onComment, tools } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(props.fieldHandle, () => ({
    write: (edit) => {
      if (field.current !== null) applyEdit(field.current, edit);
    },
    field: () => field.current,
  }));
  if (type === 'STORIES') return null;
  const errorText = validateComment(comment);
  const warning = hashtagIssue(comment, 'comentário');
  const { remaining } = captionLengthState(comment);
  return (
    <Section
      title={<label htmlFor={id}>Primeiro comentário</label>}
      isInDialog={isInDialog}
      aside="Opcional"
    >
      <textarea
        ref={field}
        id={id}
        value={comment}
        rows={2}
        readOnly={locked}
        placeholder="Por exemplo, as hashtags do post"
        aria-invalid={errorText === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onComment(event.target.value)}
        className={cx(controlClass, 'field-sizing-content max-h-60 min-h-20! resize-none')}
      />
      <div
        id={`${id}-hint`}
        className="mt-1.5 flex items-start justify-between gap-4 text-xs leading-[1.45] text-ink-3"
      >
        {errorText === undefined ? (
          <span className={cx(warning !== undefined && 'flex items-start gap-1.5 text-warn-text')}>
            {warning === undefined ? null : <TriangleAlert size={15} className="mt-0.5 shrink-0" />}
            {warning ?? 'Sai da sua conta logo depois do post.'}
          </span>
        ) : (
          <span className="flex items-start gap-1.5 font-medium text-bad-text">
            <CircleAlert size={15} className="mt-0.5 shrink-0" />
            {errorText}
          </span>
        )}
        {comment === '' ? null : (
          <span className="tnum shrink-0">{number.format(remaining)} restantes</span>
        )}
      </div>
      {tools}
    </Section>
  );
}
