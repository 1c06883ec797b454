import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { FileButton } from './file-button.tsx';
import { sizeText } from './file-rules.ts';
import { PickedThumb } from './picked-thumb.tsx';
import type { FilePicking } from './use-files.ts';
import type { DetailsStep, Sending } from './wizard.ts';

/** How many of several files are drawn, one over the other. */
const STACKED = 3;

/** What is sent, and how far it is. */
export function FilesCard({ wizard, picking }: { wizard: DetailsStep; picking: FilePicking }) {
  const { form, mediaType, sending } = wizard;
  const [first] = form.files;
  if (first === undefined) return null;
  const single = form.files.length === 1;
  const name = single ? first.file.name : `${form.files.length} arquivos`;
  const size = form.files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <div className="flex items-center gap-3.5 rounded-lg border border-line bg-surface py-2.5 pr-3 pl-2.5">
      <span className="flex shrink-0">
        {form.files.slice(0, STACKED).map((file) => (
          <PickedThumb
            key={file.url}
            file={file}
            className="h-15 w-12 rounded-sm not-first:-ml-7 not-first:shadow-[0_0_0_2px_var(--surface)]"
          />
        ))}
      </span>
      <div className="min-w-0 flex-1">
        <b className="block truncate text-sm font-semibold">{name}</b>
        {sending.state === 'sending' ? (
          <Progress name={name} several={!single} size={size} sending={sending} />
        ) : (
          <p className="tnum text-xs text-ink-3">{sizeText(size)}</p>
        )}
      </div>
      {sending.state === 'sending' ? null : (
        <>
          <Badge
            tone="ink"
            className="max-lg:hidden!"
            icon={<MediaTypeIcon type={mediaType} size={13} />}
          >
            {mediaTypeNames[mediaType]}
          </Badge>
          <FileButton picking={picking} label="Trocar" replace variant="ghost" size="sm" />
        </>
      )}
    </div>
  );
}

/** What a screen reader is told, at the start, halfway and at the end. */
function milestone(fraction: number, several: boolean): string {
  if (fraction >= 1) return several ? 'Arquivos enviados, agendando' : 'Arquivo enviado, agendando';
  if (fraction >= 0.5) return several ? 'Metade enviada' : 'Metade do arquivo enviada';
  return several ? 'Enviando arquivos' : 'Enviando arquivo';
}

const barClass =
  'mt-1.5 mb-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-ink';

function Progress(props: {
  name: string;
  several: boolean;
  size: number;
  sending: Extract<Sending, { state: 'sending' }>;
}) {
  const { name, several, size, sending } = props;
  const percent = Math.floor(sending.fraction * 100);
  const sent = Math.min(size, sending.fraction * size);
  return (
    <>
      <progress aria-label={`Enviando ${name}`} max={100} value={percent} className={barClass} />
      <p className="tnum text-xs text-ink-3">
        {sizeText(sent)} de {sizeText(size)}, {percent}%
      </p>
      <output className="sr-only">{milestone(sending.fraction, several)}</output>
    </>
  );
}
