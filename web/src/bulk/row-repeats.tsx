import { CopyCheck } from 'lucide-react';
import { paths } from '../paths.ts';
import { focusRowAt } from './focus-row.ts';
import type { Row } from './plan-rows.ts';
import { repeatsPost, repeatsRow, repeatsText } from './repeat-words.ts';
import type { Repeat, Repeats } from './repeats.queries.ts';
import { rowName } from './row-name.ts';
import { Told } from './told.tsx';

const way = 'inline-block -my-1 py-1 text-current underline underline-offset-2';

/** What one post of the batch nearly repeats, and the way there. */
export function RowRepeats({ repeat, rows }: { repeat: Repeat; rows: readonly Row[] }) {
  const { post, other } = repeat;
  const at = rows.findIndex(({ id }) => id === other?.row.id);
  const row = rows[at];
  const name = row === undefined ? '' : rowName(row, at);
  return (
    <>
      {post === null ? null : (
        <Told isWarning icon={CopyCheck}>
          {repeatsPost(post)}{' '}
          <a
            href={post.permalink ?? `${paths.schedule}?post=${post._id}`}
            // The batch lies only in this page.
            target="_blank"
            rel="noreferrer"
            className={way}
          >
            Ver post<span className="sr-only"> em outra aba</span>
          </a>
        </Told>
      )}
      {other === null || row === undefined ? null : (
        <Told isWarning icon={CopyCheck}>
          {repeatsRow(other, { name, isLine: row.row !== null })}{' '}
          <button type="button" className={way} onClick={() => focusRowAt(at)}>
            Ver {name}
          </button>
        </Told>
      )}
    </>
  );
}

/** Another row may have been taken out since. */
const isThere = ({ post, other }: Repeat, rows: readonly Row[]) =>
  post !== null || rows.some(({ id }) => id === other?.row.id);

/** So many are named; the others are marked in the list. */
const NAMED = 12;

/** Which posts nearly repeat something; nothing of it stops anybody. */
export function RepeatsFound({ rows, repeats }: { rows: readonly Row[]; repeats: Repeats }) {
  const found = rows.flatMap((row, at) => {
    const repeat = repeats.get(row.id);
    return repeat !== undefined && isThere(repeat, rows)
      ? [{ id: row.id, at, name: rowName(row, at) }]
      : [];
  });
  const text = repeatsText(found.length);
  return (
    <>
      {/* Here before its words come, or screen readers miss them. */}
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
              {found.slice(0, NAMED).map(({ id, at, name }) => (
                <li key={id}>
                  <button type="button" className={way} onClick={() => focusRowAt(at)}>
                    {name}
                  </button>
                </li>
              ))}
              {found.length > NAMED ? <li>e mais {found.length - NAMED}</li> : null}
            </ul>
          </div>
        </section>
      )}
    </>
  );
}
