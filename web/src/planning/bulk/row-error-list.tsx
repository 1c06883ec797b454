import { batchColumnNames } from '@pontual/contract/planning/bulk.ts';
import { Alert } from '../../ui/alert.tsx';
import { postsText } from './batch-text.ts';
import type { BatchRow } from './batch-rows.ts';
import type { InvalidRow } from './row-readiness.ts';
import { rowAnchor } from './row-card.tsx';
import { rowName } from './row-name.ts';

const MAX_SHOWN = 20;

export function RowErrorList({
  rows,
  invalidRows,
}: {
  rows: readonly BatchRow[];
  invalidRows: readonly InvalidRow[];
}) {
  if (invalidRows.length === 0) return null;
  const all = invalidRows.flatMap(({ row, issues }) =>
    issues.map((issue) => ({ row, issue, name: rowName(row, rows.indexOf(row)) })),
  );
  return (
    <Alert tone="bad" live className="mt-3">
      <p className="font-semibold">
        {postsText(invalidRows.length)} para corrigir. Nada é agendado até lá.
      </p>
      <ul className="mt-1 grid gap-0.5">
        {all.slice(0, MAX_SHOWN).map(({ row, issue, name }) => (
          <li key={`${row.id} ${issue.code} ${issue.message}`}>
            <button
              type="button"
              className="min-h-6 py-0.5 text-left wrap-anywhere underline underline-offset-2"
              onClick={() => focusFirstError(row.id)}
            >
              {name}, {batchColumnNames[issue.column]}: {issue.message}
            </button>
          </li>
        ))}
      </ul>
      {all.length > MAX_SHOWN ? <p className="mt-1">E mais {all.length - MAX_SHOWN}.</p> : null}
    </Alert>
  );
}

function focusFirstError(id: string): void {
  const fields = document.getElementById(rowAnchor(id));
  fields?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  fields?.scrollIntoView({ block: 'center' });
}
