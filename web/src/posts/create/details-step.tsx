import type { MediaType } from '@pontual/contract/posts.ts';
import type { Dispatch, RefObject } from 'react';
import { CaptionEditor } from './caption/caption-editor.tsx';
import { FilesCard } from './files-card.tsx';
import { FitChoices } from './fit-choices.tsx';
import { LeftOutFiles } from './left-out-files.tsx';
import { Opening } from './opening.tsx';
import { SchedulePicker } from './schedule-picker.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Ahead } from './uploads/use-outbox.ts';
import type { FilePicking } from './use-files.ts';
import type { DetailsStep as State, WizardAction } from './wizard-state.ts';

const titles: Record<MediaType, string> = {
  IMAGE: 'Detalhes da imagem',
  VIDEO: 'Detalhes do vídeo',
  REELS: 'Detalhes do Reels',
  STORIES: 'Detalhes do Stories',
  CAROUSEL: 'Detalhes do carrossel',
};

interface DetailsStepProps {
  wizard: State;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  ahead: Ahead;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function DetailsStep({ wizard, dispatch, picking, ahead, heading }: DetailsStepProps) {
  const { form, faults, sending, leftOut } = wizard;
  const locked = sending.state === 'sending';
  // The button that was pressed is gone afterwards, so the focus is put elsewhere.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <>
      <StepHeading frame={wizard.frame} ref={heading} title={titles[wizard.mediaType]}>
        Confira na prévia enquanto escreve.
      </StepHeading>
      <FilesCard
        files={form.files}
        mediaType={wizard.mediaType}
        picking={picking}
        ahead={ahead}
        fraction={sending.state === 'sending' ? sending.fraction : null}
        next="agendando"
      />
      <Opening shown={picking.isOpening} />
      <FitChoices
        files={form.files}
        type={wizard.mediaType}
        locked={locked}
        folded
        onFit={({ url }, fit) => dispatch({ type: 'fitChosen', url, fit })}
      />
      <LeftOutFiles
        leftOut={leftOut}
        onTakeRest={() => {
          picking.takeRest();
          focusHeading();
        }}
        onDismiss={() => {
          dispatch({ type: 'leftOutDismissed' });
          focusHeading();
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
