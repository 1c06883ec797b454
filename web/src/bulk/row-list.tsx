import type { BatchLine } from '@pontual/contract/bulk.ts';
import type { Fit } from '@pontual/contract/media-fit.ts';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { Segmented } from '../ui/segmented.tsx';
import type { Checked } from './bulk.queries.ts';
import { ROWS } from './focus-row.ts';
import type { Row } from './plan-rows.ts';
import type { Repeats } from './repeats.queries.ts';
import { RowCard } from './row-card.tsx';
import { RowRepeats } from './row-repeats.tsx';

const fits = [
  { value: 'crop', label: 'Cortar' },
  { value: 'pad', label: 'Pôr bordas' },
] as const;

/** What the list is, and what is said for all of its pictures. */
export function RowsHead(props: { fit: Fit; onFit: (fit: Fit) => void; disabled: boolean }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <h2 className="h-card">Confira antes de agendar</h2>
      <div className="w-60">
        <Segmented
          label="Fotos de outro formato"
          options={fits}
          value={props.fit}
          onValue={props.onFit}
          disabled={props.disabled}
        />
      </div>
    </div>
  );
}

/** Every post as it will be. */
export function RowList(props: {
  rows: readonly Row[];
  checked: ReadonlyMap<string, Checked> | undefined;
  files: readonly PickedFile[];
  /** What the server refused when they were to be made. */
  refusals: ReadonlyMap<string, string> | undefined;
  repeats: Repeats;
  account: string | null;
  disabled: boolean;
  onEdit: (row: Row, change: Partial<BatchLine>) => void;
  onRemove: (row: Row, position: number) => void;
}) {
  const { rows, checked, files, refusals, repeats, disabled } = props;
  const notesOf = ({ id }: Row) => {
    const repeat = repeats.get(id);
    return repeat === undefined ? null : <RowRepeats repeat={repeat} rows={rows} />;
  };
  return (
    <>
      <datalist id="bulk-files">
        {files.map(({ url, file }) => (
          <option key={url}>{file.name}</option>
        ))}
      </datalist>
      <ol id={ROWS} className="mt-3 grid grid-cols-1 gap-2">
        {rows.map((row, position) => (
          <RowCard
            key={row.id}
            row={row}
            position={position}
            checked={checked?.get(row.id)}
            files={files}
            account={props.account}
            refusal={refusals?.get(row.id)}
            notes={notesOf(row)}
            disabled={disabled}
            onEdit={(change) => props.onEdit(row, change)}
            onRemove={() => props.onRemove(row, position)}
          />
        ))}
      </ol>
    </>
  );
}
