import { cx } from '../../ui/cx.ts';
import type { PickedFile } from '../form.rules.ts';
import { percentOf, type Upload } from './upload-state.ts';

export function UploadOverlay({
  picked,
  upload,
}: {
  picked: PickedFile;
  upload: Upload | undefined;
}) {
  if (upload === undefined || !('sent' in upload)) return null;
  const { file, width } = picked;
  const percent = percentOf(upload, file.size);
  return (
    <span
      className={cx(
        'pointer-events-none absolute inset-x-0 top-0 grid aspect-4/5 content-center gap-2 rounded-md px-2.5 text-center',
        // Opaque, because the format name in place of a thumbnail would show through.
        width === 0 ? 'bg-[rgb(78_72_64)]' : 'bg-[rgb(27_25_22/.5)]',
      )}
    >
      <span
        aria-hidden="true"
        className="tnum font-heading text-[1.25rem] leading-none! font-bold text-[#fff]"
      >
        {percent}%
      </span>
      <progress
        aria-label={`Enviando ${file.name}`}
        max={100}
        value={percent}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-[rgb(255_255_255/.38)] [&::-moz-progress-bar]:bg-ipe [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-ipe"
      />
    </span>
  );
}
