import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Dispatch, RefObject } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { useMediaTypes } from '../posts.queries.ts';
import { CaptionEditor } from './caption-editor.tsx';
import { FilesCard } from './files-card.tsx';
import { FitChoices } from './fit-choices.tsx';
import { offersType, typesOf } from './form-rules.ts';
import { LeftOutFiles } from './left-out-files.tsx';
import { Opening } from './opening.tsx';
import { SchedulePicker } from './schedule-picker.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Ahead } from './uploads/use-outbox.ts';
import type { FilePicking } from './use-files.ts';
import type { DetailsStep as State, WizardAction } from './wizard.ts';

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
      <StepHeading ref={heading} title="Detalhes do post">
        Confira na prévia enquanto escreve.
      </StepHeading>
      <TypeChoice wizard={wizard} dispatch={dispatch} locked={locked} />
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

/** What becomes of the files, where they leave a choice. */
function TypeChoice(props: { wizard: State; dispatch: Dispatch<WizardAction>; locked: boolean }) {
  const { wizard, dispatch, locked } = props;
  const { mediaType, form } = wizard;
  const offered = useMediaTypes();
  const fitting = typesOf(form).filter((type) => offersType(offered, type, form.files));
  if (fitting.length < 2) return null;
  return (
    <div className="mb-4 max-w-[400px]">
      <Segmented
        label="Tipo de conteúdo"
        options={fitting.map((value) => ({ value, label: mediaTypeNames[value] }))}
        value={mediaType}
        disabled={locked}
        onValue={(chosen) => dispatch({ type: 'typeChosen', mediaType: chosen })}
      />
    </div>
  );
}
