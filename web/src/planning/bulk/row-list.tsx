import type { BatchLine } from '@pontual/contract/planning/bulk.ts';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { CheckedRow } from './bulk-queries.ts';
import { ROW_LIST_ID } from './row-focus.ts';
import type { BatchRow } from './batch-rows.ts';
import type { RowDuplicates } from './duplicates-queries.ts';
import { RowCard } from './row-card.tsx';
import { RowDuplicateMessages } from './row-duplicates.tsx';

const fitOptions = [
  { value: 'crop', label: 'Cortar' },
  { value: 'pad', label: 'Pôr bordas' },
] as const;

export function RowListHeader(props: {
  fit: FitMode;
  onFit: (fit: FitMode) => void;
  disabled: boolean;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <h2 className="h-card">Confira antes de agendar</h2>
      <div className="w-60">
        <Segmented
          label="Fotos de outro formato"
          options={fitOptions}
          value={props.fit}
          onValue={props.onFit}
          disabled={props.disabled}
        />
      </div>
    </div>
  );
}

export function RowList(props: {
  rows: readonly BatchRow[];
  checkedRows: ReadonlyMap<string, CheckedRow> | undefined;
  files: readonly PickedFile[];
  refusals: ReadonlyMap<string, string> | undefined;
  duplicates: RowDuplicates;
  instagramAccountId: string | null;
  disabled: boolean;
  onEdit: (row: BatchRow, change: Partial<BatchLine>) => void;
  onRemove: (row: BatchRow, position: number) => void;
}) {
  const { rows, checkedRows, files, refusals, duplicates, disabled } = props;
  const renderNotes = ({ id }: BatchRow) => {
    const repeat = duplicates.get(id);
    return repeat === undefined ? null : <RowDuplicateMessages duplicate={repeat} rows={rows} />;
  };
  return (
    <>
      <datalist id="bulk-files">
        {files.map(({ url, file }) => (
          <option key={url}>{file.name}</option>
        ))}
      </datalist>
      <ol id={ROW_LIST_ID} className="mt-3 grid grid-cols-1 gap-2">
        {rows.map((row, position) => (
          <RowCard
            key={row.id}
            row={row}
            position={position}
            checked={checkedRows?.get(row.id)}
            files={files}
            instagramAccountId={props.instagramAccountId}
            refusal={refusals?.get(row.id)}
            notes={renderNotes(row)}
            disabled={disabled}
            onEdit={(change) => props.onEdit(row, change)}
            onRemove={() => props.onRemove(row, position)}
          />
        ))}
      </ol>
    </>
  );
}
