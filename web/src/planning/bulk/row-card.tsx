import {
  batchColumnNames,
  type BatchLine,
  type BatchIssue,
} from '@pontual/contract/planning/bulk.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { CAPTION_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import { captionLength, mediaTypes } from '@pontual/contract/posts/posts.ts';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import type { PickedFile } from '../../composer/form.rules.ts';
import { PickedThumb } from '../../composer/picked-thumb.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field, TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { rowTimeText } from './batch-text.ts';
import type { CheckedRow } from './bulk-queries.ts';
import type { BatchRow } from './batch-rows.ts';
import { rowName } from './row-name.ts';
import { RowMessage } from './row-message.tsx';

interface RowCardProps {
  row: BatchRow;
  position: number;
  /** Undefined until the server has checked it. */
  checked: CheckedRow | undefined;
  files: readonly PickedFile[];
  /** The account of all rows; null means the first account. */
  instagramAccountId: string | null;
  /** Why the server refused to create the post. */
  refusal: string | undefined;
  notes: ReactNode;
  disabled: boolean;
  onEdit: (change: Partial<BatchLine>) => void;
  onRemove: () => void;
}

export const rowAnchor = (id: string) => `row-${id}`;

export function RowCard(props: RowCardProps) {
  const { row, position, checked, files, refusal, notes, disabled } = props;
  const errors = checked?.issues.filter(({ isWarning }) => !isWarning) ?? [];
  const hasError = errors.length > 0 || refusal !== undefined;
  const [isExpanded, setExpanded] = useState(false);
  const isOpen = isExpanded || hasError;
  const shownFiles = (checked?.urls ?? []).flatMap(
    (url) => files.find((each) => each.url === url) ?? [],
  );
  const name = rowName(row, position);
  const now = useMinute();
  return (
    <li
      aria-label={name}
      tabIndex={-1}
      className={cx(
        'rounded-md border bg-surface p-3 lg:p-4',
        hasError ? 'border-bad' : 'border-line',
      )}
    >
      <div className="flex items-center gap-3">
        <Thumbs files={shownFiles} />
        <div className="min-w-0 flex-1">
          <p className="tnum font-heading text-lg leading-[1.2]! font-semibold">
            {checked?.scheduledTime == null
              ? row.line.day || 'Sem data'
              : rowTimeText(new Date(checked.scheduledTime), now)}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
            <span>{name}</span>
            <InstagramAccountTag account={props.instagramAccountId} />
            {checked === undefined ? null : (
              <span className="inline-flex items-center gap-1">
                <MediaTypeIcon type={checked.mediaType} size={14} />
                {mediaTypeNames[checked.mediaType]}
              </span>
            )}
            <span className="min-w-0 truncate">{row.line.caption.split('\n')[0]}</span>
          </p>
        </div>
        <IconButton
          label={`Remover ${name}`}
          icon={<Trash2 size={18} />}
          disabled={disabled}
          onClick={props.onRemove}
        />
        <IconButton
          label={`Editar ${name}`}
          aria-expanded={isOpen}
          disabled={hasError}
          icon={<ChevronDown size={18} className={isOpen ? 'rotate-180' : undefined} />}
          onClick={() => setExpanded(!isExpanded)}
        />
      </div>
      {refusal === undefined ? null : <RowMessage isWarning={false}>{refusal}</RowMessage>}
      {checked?.issues
        .filter(({ isWarning }) => isWarning)
        .map((issue) => (
          <RowMessage key={issue.code} isWarning>
            {issue.message}
          </RowMessage>
        ))}
      {notes}
      {isOpen ? (
        // A fixed error must not close the row while the user types.
        <div onFocusCapture={() => setExpanded(true)}>
          <Fields {...props} errors={errors} />
        </div>
      ) : null}
    </li>
  );
}

function Thumbs({ files }: { files: readonly PickedFile[] }) {
  const [first] = files;
  return (
    <span className="relative block h-15 w-12 shrink-0">
      {first === undefined ? (
        <span className="grid h-15 w-12 place-items-center rounded-sm border border-dashed border-line-strong text-ink-3">
          ?
        </span>
      ) : (
        <PickedThumb file={first} className="h-15 w-12 rounded-sm" />
      )}
      {files.length > 1 ? (
        <span className="tnum absolute right-0 bottom-0 rounded-full bg-ink px-1.5 text-2xs font-semibold text-on-ink">
          {files.length}
        </span>
      ) : null}
    </span>
  );
}

function Fields(props: RowCardProps & { errors: readonly BatchIssue[] }) {
  const { row, checked, disabled, onEdit, errors } = props;
  const [draft, setDraft] = useState<Partial<BatchLine>>({});
  const line = { ...row.line, ...draft };
  const errorOf = (column: keyof BatchLine) =>
    errors.find((fault) => fault.column === column)?.message;
  const text = (column: keyof BatchLine) => ({
    label: batchColumnNames[column],
    error: errorOf(column),
    value: line[column],
    disabled,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [column]: currentTarget.value }),
    onBlur: () => {
      setDraft({});
      if (line[column] === row.line[column]) return;
      const isTime = column === 'day' || column === 'hour';
      onEdit(isTime ? { day: line.day, hour: line.hour } : { [column]: line[column] });
    },
  });
  return (
    <div
      id={rowAnchor(row.id)}
      className="mt-3 grid items-start gap-3 border-t border-line pt-3 lg:grid-cols-[9rem_7rem_10rem_minmax(0,1fr)]"
    >
      <TextField {...text('day')} />
      <TextField {...text('hour')} />
      <TypeField
        value={checked?.mediaType ?? 'IMAGE'}
        error={errorOf('type')}
        disabled={disabled}
        onType={(type) => onEdit({ type })}
      />
      <TextField {...text('files')} list="bulk-files" />
      <div className="lg:col-span-4">
        <Field
          label="Legenda"
          aside={`${captionLength(line.caption)} de ${CAPTION_MAX}`}
          error={errorOf('caption')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={line.caption}
              disabled={disabled}
              className={cx(controlClass, 'resize-y')}
              onChange={text('caption').onChange}
              onBlur={text('caption').onBlur}
            />
          )}
        </Field>
      </div>
      {checked?.mediaType === 'REELS' || line.collaborators !== '' || line.feed !== '' ? (
        <div className="grid gap-3 lg:col-span-4 lg:grid-cols-2">
          <TextField {...text('collaborators')} />
          <TextField {...text('feed')} hint="Só para Reels: sim ou não." />
        </div>
      ) : null}
    </div>
  );
}

function TypeField(props: {
  value: (typeof mediaTypes)[number];
  error: string | undefined;
  disabled: boolean;
  onType: (type: string) => void;
}) {
  const { value, error, disabled, onType } = props;
  return (
    <Field label="Tipo" error={error}>
      {(control) => (
        <select
          {...control}
          value={error === undefined ? value : ''}
          disabled={disabled}
          className={controlClass}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        >
          {error === undefined ? null : <option value="">Escolha o tipo</option>}
          {mediaTypes.map((type) => (
            <option key={type} value={type}>
              {mediaTypeNames[type]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
