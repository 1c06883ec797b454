import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';
import { CircleAlert, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, type Dispatch, type RefObject } from 'react';
import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { Dropzone } from './dropzone.tsx';
import { StepFilesCard } from './files-card.tsx';
import { FitChoices } from './fit-choices.tsx';
import { StepRejectedFiles } from './rejected-files.tsx';
import { OpeningFilesNotice } from './opening-files-notice.tsx';
import type { StepError } from './step-error.ts';
import { StepHeading } from './step-heading.tsx';
import { Tray } from './file-tray.tsx';
import { RejectedUploads } from './uploads/rejected-uploads.tsx';
import type { EarlyUploads } from './uploads/use-upload-queue.ts';
import type { FilePicking } from './use-files.ts';
import type { UploadState as State, WizardAction } from './wizard-state.ts';

/** Loaded on demand: most users choose files from their device. */
const PickFromLibrary = lazy(async () => ({
  default: (await import('./from-library/media-library-picker.tsx')).MediaLibraryPicker,
}));

interface UploadStepProps {
  wizard: State;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  earlyUploads: EarlyUploads;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function UploadStep({ wizard, dispatch, picking, earlyUploads, heading }: UploadStepProps) {
  const { form, stepError, rejectedSelection, isTypeDetected, mediaType } = wizard;
  const locked = wizard.sending.state === 'sending';
  // The pressed button is removed, so the focus moves to the heading.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const dispatchAndFocus = (action: WizardAction) => {
    dispatch(action);
    focusHeading();
  };
  return (
    <>
      <StepHeading frame={wizard.frame} ref={heading} title="Envie seus arquivos">
        Um arquivo vira imagem, vídeo, reels ou stories. De 2 a 10 viram um carrossel.
      </StepHeading>
      {/* While the form is locked, its progress replaces the controls that change it. */}
      {locked ? <StepFilesCard {...{ wizard, picking, earlyUploads }} /> : null}
      <div inert={locked}>
        {locked && form.files.length > 0 ? null : (
          <Dropzone
            picking={picking}
            isFull={form.files.length >= MAX_CAROUSEL_ITEMS}
            hasRejected={rejectedSelection.rejected.some(({ isDuplicate }) => !isDuplicate)}
          />
        )}
        {locked ? null : (
          <Suspense fallback={<div className="mt-2 h-11 lg:h-8" />}>
            <PickFromLibrary picking={picking} isFull={form.files.length >= MAX_CAROUSEL_ITEMS} />
          </Suspense>
        )}
        {form.files.length > 0 ? null : (
          <p className="mt-3 text-sm text-ink-3">
            Tem um mês inteiro pronto?{' '}
            <Link to={paths.bulk} className="text-link">
              Agende vários de uma vez
            </Link>
          </p>
        )}
        <OpeningFilesNotice isShown={picking.isOpening} />
        {form.files.length > 0 ? (
          <Tray
            files={form.files}
            uploads={earlyUploads.uploads}
            onMove={({ url }, to) => dispatch({ type: 'fileMoved', url, to })}
            onRemove={({ url }) => dispatchAndFocus({ type: 'fileRemoved', url })}
            onRemoveAll={() => dispatchAndFocus({ type: 'filesCleared' })}
            onRetry={({ url }) => {
              earlyUploads.uploadQueue.retry([url]);
              focusHeading();
            }}
          />
        ) : null}
        <div className={form.files.length > 0 ? 'mt-2' : undefined}>
          <RejectedUploads
            files={form.files}
            uploads={earlyUploads.uploads}
            onRemove={(refused) => {
              for (const { url } of refused) dispatch({ type: 'fileRemoved', url });
              focusHeading();
            }}
          />
          {/* Rendered before its text exists, because screen readers miss a new live region. */}
          <output className="block">
            {!isTypeDetected || mediaType === null ? null : (
              <span className="mt-2.5 flex animate-pop items-center gap-3 rounded-md bg-ipe-soft px-4 py-3 text-sm">
                <MediaTypeIcon type={mediaType} size={18} />
                <span>
                  <b className="font-bold">{mediaTypeNames[mediaType]}.</b> Tipo detectado
                  automaticamente
                </span>
              </span>
            )}
          </output>
          <StepErrorAlert
            stepError={stepError}
            onDismiss={() => dispatchAndFocus({ type: 'stepErrorDismissed' })}
          />
          <StepRejectedFiles {...{ wizard, dispatch, picking, heading }} />
        </div>
        {mediaType === null ? null : (
          <FitChoices
            files={form.files}
            type={mediaType}
            onFit={({ url }, fit) => dispatch({ type: 'fitChosen', url, fit })}
          />
        )}
      </div>
    </>
  );
}

export function StepErrorAlert(props: { stepError: StepError | null; onDismiss: () => void }) {
  const { stepError, onDismiss } = props;
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (stepError !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [stepError]);
  return (
    <div role="alert">
      {stepError === null ? null : (
        <p
          key={stepError.announcementCount}
          ref={box}
          className="mt-2.5 flex scroll-my-3 items-center gap-3 rounded-md bg-bad-soft py-2.5 pr-2 pl-4 text-sm text-bad-text"
        >
          <CircleAlert size={18} />
          <span className="min-w-0 flex-1 wrap-anywhere">{stepError.text}</span>
          <IconButton
            size="sm"
            label="Dispensar aviso"
            icon={<X size={16} />}
            className="text-current!"
            onClick={onDismiss}
          />
        </p>
      )}
    </div>
  );
}
