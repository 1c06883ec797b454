import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { videoLengthText } from '@pontual/contract/posts/video-lengths.ts';
import { ArrowRight } from 'lucide-react';
import type { Dispatch, RefObject } from 'react';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { instagramLimits } from '../instagram/installed-limits.ts';
import { useMediaTypes } from '../posts/posts-queries.ts';
import { ratioText } from '../posts/ratio-text.ts';
import { StepFilesCard } from './files-card.tsx';
import { offersType, listPossibleTypes, type PickedFile } from './form.rules.ts';
import { StepRejectedFiles } from './rejected-files.tsx';
import { OpeningFilesNotice } from './opening-files-notice.tsx';
import { PickedThumb } from './picked-thumb.tsx';
import { StepHeading } from './step-heading.tsx';
import type { EarlyUploads } from './uploads/use-upload-queue.ts';
import type { FilePicking } from './use-files.ts';
import type { TypeState as State, WizardAction } from './wizard-state.ts';
import { losesFiles } from './wizard.ts';

/** The server enforces these limits (design, section 8). */
const typeTexts: Record<MediaType, { description: string; limits: string }> = {
  IMAGE: {
    description: 'Foto no feed, com legenda.',
    limits: `De ${ratioText(instagramLimits().minImageRatio)} a 1,91:1. Pessoas, local e texto alternativo.`,
  },
  VIDEO: {
    description: 'Vídeo no feed, com legenda.',
    limits: `Vídeo ${videoLengthText('VIDEO')}.`,
  },
  REELS: {
    description: 'Vídeo vertical na aba Reels e, se quiser, no feed.',
    limits: `Vídeo ${videoLengthText('REELS')}. Colaboradores, áudio e capa.`,
  },
  STORIES: {
    description: 'Fica 24 horas no ar, em tela cheia e sem legenda obrigatória.',
    limits: `Foto, ou vídeo ${videoLengthText('STORIES')}, em 9:16.`,
  },
  CAROUSEL: {
    description: 'De 2 a 10 fotos e vídeos em um só post.',
    limits: 'Todos na mesma proporção.',
  },
};

const shapeClasses: Record<MediaType, string> = {
  IMAGE: 'h-[60px] w-12',
  VIDEO: 'size-[62px]',
  REELS: 'h-[85px] w-12',
  STORIES: 'h-[78px] w-11 outline-2 outline-offset-2 outline-ink',
  CAROUSEL: 'size-[62px]',
};

interface TypeStepProps {
  wizard: State;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  earlyUploads: EarlyUploads;
  heading: RefObject<HTMLHeadingElement | null>;
  onChoose: (type: MediaType) => void;
}

export function TypeStep({
  wizard,
  dispatch,
  picking,
  earlyUploads,
  heading,
  onChoose,
}: TypeStepProps) {
  const { form, mediaType, frame, confirmedType, sending } = wizard;
  const typeDialog = useDialogState<MediaType>();
  const offeredTypes = useMediaTypes();
  const [file] = form.files;
  const possibleTypes = listPossibleTypes(form).filter((type) =>
    offersType(offeredTypes, type, form.files),
  );
  if (file === undefined) return null;
  const noun = file.kind === 'video' ? 'este vídeo' : 'esta foto';
  return (
    <>
      <StepHeading frame={frame} ref={heading} title={`Como ${noun} vai ao ar?`}>
        Escolha o tipo e siga direto para os detalhes.
      </StepHeading>
      <StepFilesCard {...{ wizard, picking, earlyUploads }} />
      <div inert={sending.state === 'sending'}>
        <OpeningFilesNotice isShown={picking.isOpening} />
        <StepRejectedFiles {...{ wizard, dispatch, picking, heading }} />
        <ul aria-label="Tipos de conteúdo" className="mt-5 grid gap-3">
          {possibleTypes.map((type) => (
            <li key={type}>
              <TypeOption
                type={type}
                label={
                  offeredTypes.find(({ value }) => value === type)?.label ?? mediaTypeNames[type]
                }
                file={file}
                isChosen={type === mediaType}
                // In the modal a change of type restarts the form (specification, section 2).
                onChoose={() => (losesFiles(wizard, type) ? typeDialog.show(type) : onChoose(type))}
              />
            </li>
          ))}
        </ul>
        <p className="mt-4 text-xs text-ink-3">{otherTypesHint(file)}</p>
      </div>
      {typeDialog.value === null ? null : (
        <ConfirmTypeChange
          from={confirmedType}
          to={typeDialog.value}
          open={typeDialog.open}
          onCancel={typeDialog.close}
          onChange={(type) => {
            typeDialog.close();
            onChoose(type);
          }}
        />
      )}
    </>
  );
}

const otherTypesHint = ({ kind }: PickedFile) =>
  kind === 'video'
    ? 'Post de Imagem aceita só fotos. Carrossel pede mais de um arquivo.'
    : 'Reels e Post de Vídeo aceitam só vídeos. Carrossel pede mais de um arquivo.';

/** Below this ratio a picture counts as upright. */
const TALL_RATIO = 9 / 15;

function TypeOption(props: {
  type: MediaType;
  label: string;
  file: PickedFile;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { type, label, file, isChosen, onChoose } = props;
  const { description, limits } = typeTexts[type];
  const isTall = file.width > 0 && file.width / file.height < TALL_RATIO;
  const isRecommended =
    isTall && (type === 'REELS' || (type === 'STORIES' && file.kind === 'image'));
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      className={cx(
        'flex w-full items-center gap-4 rounded-lg border bg-surface p-3 text-left transition-colors hover:border-ink lg:gap-[22px] lg:p-3.5',
        isChosen ? 'border-ink inset-ring inset-ring-ink' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className="grid h-[104px] w-18 shrink-0 place-items-center rounded-md bg-sunken lg:w-[88px]"
      >
        <PickedThumb file={file} className={cx('rounded-sm', shapeClasses[type])} />
      </span>
      <span className="min-w-0 flex-1">
        <b className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-heading text-[1.25rem] leading-[1.2] font-bold tracking-[-.02em] lg:text-[1.375rem]">
          {label}
          {isRecommended ? <Badge tone="ipe">Combina com 9:16</Badge> : null}
        </b>
        <span className="mt-1 block text-[.9375rem] text-pretty text-ink-2">{description}</span>
        <span className="mt-1 block text-xs text-ink-3">{limits}</span>
      </span>
      <ArrowRight size={18} className="max-sm:hidden" />
    </button>
  );
}

function ConfirmTypeChange(props: {
  from: MediaType | null;
  to: MediaType;
  open: boolean;
  onCancel: () => void;
  onChange: (type: MediaType) => void;
}) {
  const { from, to, open, onCancel, onChange } = props;
  return (
    <ConfirmDialog
      open={open}
      onClose={onCancel}
      focusAfter={() => null}
      title={`Trocar para ${mediaTypeNames[to]}?`}
      actionLabel="Trocar o tipo"
      cancelLabel="Manter como está"
      variant="ink"
      onConfirm={() => onChange(to)}
    >
      O arquivo e as opções de {from === null ? '' : mediaTypeNames[from]} saem. A legenda e a hora
      ficam.
    </ConfirmDialog>
  );
}
