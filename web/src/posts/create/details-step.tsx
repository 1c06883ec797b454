import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Dispatch, RefObject } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { CaptionEditor } from './caption-editor.tsx';
import { FileButton } from './file-button.tsx';
import { sizeText } from './file-rules.ts';
import { SchedulePicker } from './schedule-picker.tsx';
import { StepHeading } from './step-heading.tsx';
import { Problem } from './upload-step.tsx';
import type { FilePicking } from './use-files.ts';
import type { DetailsStep as State, PickedFile, Sending, WizardAction } from './wizard.ts';

interface DetailsStepProps {
  wizard: State;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function DetailsStep({ wizard, dispatch, picking, heading }: DetailsStepProps) {
  const { form, faults, sending, problem } = wizard;
  const locked = sending.state === 'sending';
  return (
    <>
      <StepHeading ref={heading} title="Detalhes do post">
        Confira na prévia enquanto escreve.
      </StepHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {form.files.map((file) => (
          <FileCard key={file.url} file={file} wizard={wizard} picking={picking} />
        ))}
      </div>
      <Problem
        text={problem}
        onDismiss={() => {
          dispatch({ type: 'problemDismissed' });
          heading.current?.focus();
        }}
      />
      <CaptionEditor
        caption={form.caption}
        error={faults.caption}
        readOnly={locked}
        onCaption={(caption) => dispatch({ type: 'captionTyped', caption })}
      />
      <SchedulePicker
        when={form.when}
        error={faults.when}
        readOnly={locked}
        onWhen={(when) => dispatch({ type: 'whenChosen', when })}
      />
    </>
  );
}

function FileCard(props: { file: PickedFile; wizard: State; picking: FilePicking }) {
  const { file, wizard, picking } = props;
  const { mediaType, sending } = wizard;
  return (
    <div className="flex items-center gap-3.5 rounded-lg border border-line bg-surface py-2.5 pr-3 pl-2.5">
      <img src={file.url} alt="" className="h-15 w-12 shrink-0 rounded-sm bg-sunken object-cover" />
      <div className="min-w-0 flex-1">
        <b className="block truncate text-sm font-semibold">{file.file.name}</b>
        {sending.state === 'sending' ? (
          <Progress name={file.file.name} size={file.file.size} sending={sending} />
        ) : (
          <p className="tnum text-xs text-ink-3">{sizeText(file.file.size)}</p>
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
          <FileButton picking={picking} label="Trocar" variant="ghost" size="sm" />
        </>
      )}
    </div>
  );
}

/** What a screen reader is told, at the start, halfway and at the end. */
function milestone(fraction: number): string {
  if (fraction >= 1) return 'Arquivo enviado, agendando';
  return fraction >= 0.5 ? 'Metade do arquivo enviada' : 'Enviando arquivo';
}

const barClass =
  'mt-1.5 mb-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-ink';

function Progress(props: {
  name: string;
  size: number;
  sending: Extract<Sending, { state: 'sending' }>;
}) {
  const { name, size, sending } = props;
  const percent = Math.floor(sending.fraction * 100);
  const sent = Math.min(size, sending.fraction * size);
  return (
    <>
      <progress aria-label={`Enviando ${name}`} max={100} value={percent} className={barClass} />
      <p className="tnum text-xs text-ink-3">
        {sizeText(sent)} de {sizeText(size)}, {percent}%
      </p>
      <output className="sr-only">{milestone(sending.fraction)}</output>
    </>
  );
}
