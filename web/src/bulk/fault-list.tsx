import { batchColumnNames } from '@pontual/contract/bulk.ts';
import { Notice } from '../ui/notice.tsx';
import { postsText } from './batch-words.ts';
import type { Row } from './plan-rows.ts';
import type { FaultyRow } from './ready-posts.ts';
import { rowAnchor } from './row-card.tsx';
import { rowName } from './row-name.ts';

/** So many stand there at once; the others come up as these are mended. */
const SHOWN = 20;

/** What has to be mended, by line and column; each leads to its field. */
export function FaultList({
  rows,
  faulty,
}: {
  rows: readonly Row[];
  faulty: readonly FaultyRow[];
}) {
  if (faulty.length === 0) return null;
  const all = faulty.flatMap(({ row, problems }) =>
    problems.map((problem) => ({ row, problem, name: rowName(row, rows.indexOf(row)) })),
  );
  return (
    <Notice tone="bad" live className="mt-3">
      <p className="font-semibold">
        {postsText(faulty.length)} para corrigir. Nada é agendado até lá.
      </p>
      <ul className="mt-1 grid gap-0.5">
        {all.slice(0, SHOWN).map(({ row, problem, name }) => (
          <li key={`${row.id} ${problem.code} ${problem.message}`}>
            <button
              type="button"
              className="min-h-6 py-0.5 text-left wrap-anywhere underline underline-offset-2"
              onClick={() => focusFault(row.id)}
            >
              {name}, {batchColumnNames[problem.column]}: {problem.message}
            </button>
          </li>
        ))}
      </ul>
      {all.length > SHOWN ? <p className="mt-1">E mais {all.length - SHOWN}.</p> : null}
    </Notice>
  );
}

function focusFault(id: string): void {
  const fields = document.getElementById(rowAnchor(id));
  fields?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  fields?.scrollIntoView({ block: 'center' });
}
