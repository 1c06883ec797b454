import { CopyCheck } from 'lucide-react';
import { paths } from '../../ui/page/paths.ts';
import { focusRowAt } from './row-focus.ts';
import type { BatchRow } from './batch-rows.ts';
import { duplicatePostText, duplicateRowText, duplicateCountText } from './duplicate-text.ts';
import type { RowDuplicate, RowDuplicates } from './duplicates-queries.ts';
import { rowName } from './row-name.ts';
import { RowMessage } from './row-message.tsx';

const linkClass = 'inline-block -my-1 py-1 text-current underline underline-offset-2';

export function RowDuplicateMessages({
  duplicate,
  rows,
}: {
  duplicate: RowDuplicate;
  rows: readonly BatchRow[];
}) {
  const { post, other } = duplicate;
  const position = rows.findIndex(({ id }) => id === other?.row.id);
  const row = rows[position];
  const name = row === undefined ? '' : rowName(row, position);
  return (
    <>
      {post === null ? null : (
        <RowMessage isWarning icon={CopyCheck}>
          {duplicatePostText(post)}{' '}
          <a
            href={post.permalink ?? `${paths.schedule}?post=${post._id}`}
            // In another tab, because the batch exists only in this page.
            target="_blank"
            rel="noreferrer"
            className={linkClass}
          >
            Ver post<span className="sr-only"> em outra aba</span>
          </a>
        </RowMessage>
      )}
      {other === null || row === undefined ? null : (
        <RowMessage isWarning icon={CopyCheck}>
          {duplicateRowText(other, { name, isLine: row.row !== null })}{' '}
          <button type="button" className={linkClass} onClick={() => focusRowAt(position)}>
            Ver {name}
          </button>
        </RowMessage>
      )}
    </>
  );
}

const isStillInBatch = ({ post, other }: RowDuplicate, rows: readonly BatchRow[]) =>
  post !== null || rows.some(({ id }) => id === other?.row.id);

const MAX_NAMED = 12;

export function DuplicatesSummary({
  rows,
  duplicates,
}: {
  rows: readonly BatchRow[];
  duplicates: RowDuplicates;
}) {
  const found = rows.flatMap((row, at) => {
    const repeat = duplicates.get(row.id);
    return repeat !== undefined && isStillInBatch(repeat, rows)
      ? [{ id: row.id, at, name: rowName(row, at) }]
      : [];
  });
  const text = duplicateCountText(found.length);
  return (
    <>
      {/* Rendered before its text exists, because screen readers miss a new live region. */}
      <output className="sr-only">{found.length === 0 ? '' : text}</output>
      {found.length === 0 ? null : (
        <section
          aria-labelledby="ja-publiquei"
          className="mt-3 flex items-start gap-3 rounded-md bg-sunken px-4 py-3 text-sm leading-[1.45]"
        >
          <CopyCheck size={18} className="mt-px shrink-0" />
          <div className="min-w-0 flex-1 text-pretty">
            <p id="ja-publiquei" className="font-semibold">
              Já publiquei isso?
            </p>
            <p className="text-ink-2">{text}. Se for de propósito, é só agendar.</p>
            <ul className="mt-1.5 flex flex-wrap gap-x-3 gap-y-2">
              {found.slice(0, MAX_NAMED).map(({ id, at: position, name }) => (
                <li key={id}>
                  <button type="button" className={linkClass} onClick={() => focusRowAt(position)}>
                    {name}
                  </button>
                </li>
              ))}
              {found.length > MAX_NAMED ? <li>e mais {found.length - MAX_NAMED}</li> : null}
            </ul>
          </div>
        </section>
      )}
    </>
  );
}
