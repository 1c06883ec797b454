import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { ChevronDown, Ratio } from 'lucide-react';
import { instagramLimits } from '../instagram/installed-limits.ts';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/segmented.tsx';
import { isReshaped, fitResultText, shapeText } from './fit.rules.ts';
import { FittedPicture } from './preview/fitted-picture.tsx';
import type { PickedFile } from './form.rules.ts';
import { PickedThumb } from './picked-thumb.tsx';

const options: readonly { value: FitMode; label: string }[] = [
  { value: 'crop', label: 'Cortar' },
  { value: 'pad', label: 'Com bordas' },
];

interface FitChoicesProps {
  files: readonly PickedFile[];
  type: MediaType;
  locked?: boolean;
  /** Several choices start collapsed, because the user has seen them before. */
  folded?: boolean;
  onFit: (file: PickedFile, fit: FitMode) => void;
}

export function FitChoices(props: FitChoicesProps) {
  const { files, type, locked = false, folded = false, onFit } = props;
  const reshaped = files.filter((file) => isReshaped(file, files, type));
  if (reshaped.length === 0) return null;
  const several = reshaped.length > 1;
  const choices = (
    <ul>
      {reshaped.map((file) => (
        <FitChoice
          key={file.url}
          file={file}
          ratio={targetRatio(type, files, instagramLimits())}
          small={several}
          locked={locked}
          onFit={(fit) => onFit(file, fit)}
        />
      ))}
    </ul>
  );
  const summary = (
    <>
      <Ratio size={18} />
      <span className="flex-1 text-pretty">{shapeText(files, type)}</span>
    </>
  );
  return (
    <section aria-label="Proporção" className="mt-4 rounded-lg border border-line bg-surface">
      {several && folded ? (
        <details className="group">
          <summary className="flex min-h-12 items-center gap-3 rounded-lg px-4 py-3 text-sm">
            {summary}
            <ChevronDown
              size={18}
              className="text-ink-3 transition-transform group-open:rotate-180"
            />
          </summary>
          {choices}
        </details>
      ) : (
        <>
          <p className="flex items-center gap-3 px-4 py-3 text-sm">{summary}</p>
          {choices}
        </>
      )}
    </section>
  );
}

interface FitChoiceProps {
  file: PickedFile;
  ratio: number | null;
  small: boolean;
  locked: boolean;
  onFit: (fit: FitMode) => void;
}

function FitChoice({ file, ratio, small, locked, onFit }: FitChoiceProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3">
      <span
        className={cx(
          'grid shrink-0 place-items-center rounded-sm bg-sunken p-1.5',
          small ? 'size-20' : 'size-32',
        )}
      >
        <FitResult file={file} ratio={ratio} />
      </span>
      <span className="min-w-0 flex-1 basis-36">
        <b className="block truncate text-sm font-semibold">{file.file.name}</b>
        <span className="tnum block text-xs text-pretty text-ink-3">
          {fitResultText(file, ratio)}
        </span>
      </span>
      <div className="w-full sm:w-56">
        <Segmented
          label={`Como ajustar ${file.file.name}`}
          hideLabel
          options={options}
          value={file.fit}
          disabled={locked}
          onValue={onFit}
        />
      </div>
    </li>
  );
}

function FitResult({ file, ratio }: { file: PickedFile; ratio: number | null }) {
  if (ratio === null || file.width === 0) {
    return <PickedThumb file={file} className="size-full rounded-xs" />;
  }
  return (
    <FittedPicture
      file={file}
      ratio={ratio}
      alt={`${file.file.name}, como vai sair`}
      className={ratio < 1 ? 'h-full' : 'w-full'}
      style={{ aspectRatio: ratio }}
    />
  );
}
