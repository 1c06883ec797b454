import type { User } from '@pontual/contract/identity/auth.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { useRef, type Dispatch, type RefObject } from 'react';
import { CaptionEditor } from './caption/caption-editor.tsx';
import type { TextFieldHandle } from '../posts/text-field-handle.ts';
import { FirstCommentField } from './first-comment/first-comment-field.tsx';
import { HashtagGroupsButton } from '../library/hashtags/groups/hashtag-groups-button.tsx';
import { CoverStrip } from './cover/cover-strip.tsx';
import { StepFilesCard } from './files-card.tsx';
import type { PostForm } from './form.rules.ts';
import { FitChoices } from './fit-choices.tsx';
import { StepRejectedFiles } from './rejected-files.tsx';
import { OpeningFilesNotice } from './opening-files-notice.tsx';
import { PostOptions } from './options/post-options.tsx';
import { usePastCaptions } from '../posts/past-captions-queries.ts';
import { useOffersFirstComments } from '../posts/posts-queries.ts';
import { PreflightSection } from './preflight/preflight-section.tsx';
import type { FixTarget } from './preflight/preflight.ts';
import { SaveTemplate } from '../library/templates/save-template.tsx';
import { TemplatePickerButton } from '../library/templates/template-picker-button.tsx';
import { WhenSection } from './when/when-section.tsx';
import { StepHeading } from './step-heading.tsx';
import type { EarlyUploads } from './uploads/use-upload-queue.ts';
import type { FilePicking } from './use-files.ts';
import type { DetailsState as State, WizardAction } from './wizard-state.ts';

const titles: Record<MediaType, string> = {
  IMAGE: 'Detalhes da imagem',
  VIDEO: 'Detalhes do vídeo',
  REELS: 'Detalhes do Reels',
  STORIES: 'Detalhes do Stories',
  CAROUSEL: 'Detalhes do carrossel',
};

interface DetailsStepProps {
  wizard: State;
  user: User | null;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  earlyUploads: EarlyUploads;
  heading: RefObject<HTMLHeadingElement | null>;
  onGoToFixTarget: (target: FixTarget) => void;
}

export function DetailsStep(props: DetailsStepProps) {
  const { wizard, user, dispatch, picking, earlyUploads, heading, onGoToFixTarget } = props;
  const caption = useRef<HTMLDivElement>(null);
  const captionHandle = useRef<TextFieldHandle>(null);
  const commentHandle = useRef<TextFieldHandle>(null);
  const comment = useRef<HTMLDivElement>(null);
  const when = useRef<HTMLDivElement>(null);
  const pastCaptions = usePastCaptions(user !== null);
  const offersFirstComments = useOffersFirstComments();
  const { form, errors, sending } = wizard;
  const locked = sending.state === 'sending';
  // The pressed button is removed, so the focus moves to the heading.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <>
      <StepHeading frame={wizard.frame} ref={heading} title={titles[wizard.mediaType]}>
        Confira na prévia enquanto escreve.
      </StepHeading>
      <StepFilesCard {...{ wizard, picking, earlyUploads }} />
      <OpeningFilesNotice isShown={picking.isOpening} />
      <FitChoices
        files={form.files}
        type={wizard.mediaType}
        locked={locked}
        folded
        onFit={({ url }, fit) => dispatch({ type: 'fitChosen', url, fit })}
      />
      <StepRejectedFiles {...{ wizard, dispatch, picking, heading }} />
      <div ref={caption}>
        <CaptionEditor
          caption={form.caption}
          error={errors.caption}
          readOnly={locked}
          isMarked={wizard.mediaType !== 'STORIES'}
          pastCaptions={pastCaptions}
          fieldHandle={captionHandle}
          tools={
            <div className="-ml-2 flex flex-wrap gap-x-1 pt-1 empty:hidden">
              <TemplatePickerButton
                caption={form.caption}
                writer={captionHandle}
                disabled={locked}
              />
              <HashtagGroupsButton
                text={form.caption}
                fieldHandle={captionHandle}
                disabled={locked}
              />
              <SaveTemplate
                mediaType={wizard.mediaType}
                caption={form.caption}
                altTexts={form.files.map(({ altText }) => altText)}
              />
            </div>
          }
          onCaption={(text) => dispatch({ type: 'captionTyped', caption: text })}
        />
      </div>
      <div ref={comment}>
        {offersFirstComments || form.firstComment !== '' ? (
          <FirstCommentField
            type={wizard.mediaType}
            comment={form.firstComment}
            locked={locked}
            fieldHandle={commentHandle}
            tools={
              <div className="-ml-2 pt-1 empty:hidden">
                <HashtagGroupsButton
                  text={form.firstComment}
                  fieldHandle={commentHandle}
                  disabled={locked}
                />
              </div>
            }
            onComment={(firstComment) =>
              dispatch({ type: 'optionsChosen', options: { firstComment } })
            }
          />
        ) : null}
      </div>
      <div ref={when}>
        <WhenSection
          instagramAccountId={form.instagramAccountId}
          repeatMode="new"
          when={form.when}
          error={errors.when}
          readOnly={locked}
          onWhen={(chosen) => dispatch({ type: 'whenChosen', when: chosen })}
        />
      </div>
      <PostOptions
        values={form}
        type={wizard.mediaType}
        isConnected={user !== null && user.instagramAccountId !== null}
        locked={locked}
        cover={<ReelCover form={form} locked={locked} dispatch={dispatch} />}
        onOptions={(options) => dispatch({ type: 'optionsChosen', options })}
        onAltText={(url, text) => dispatch({ type: 'altTextTyped', url, text })}
        onTags={(url, tags) => dispatch({ type: 'tagsPlaced', url, tags })}
      />
      <PreflightSection
        wizard={wizard}
        user={user}
        onFix={(fix) => {
          if ('action' in fix) {
            dispatch(fix.action);
            focusHeading();
          } else if ('edit' in fix) captionHandle.current?.write(fix.edit);
          else if (fix.target === 'caption') focusField(caption);
          else if (fix.target === 'comment') focusField(comment);
          else if (fix.target === 'when') focusField(when);
          else onGoToFixTarget(fix.target);
        }}
      />
    </>
  );
}

function focusField(part: RefObject<HTMLElement | null>): void {
  part.current?.querySelector<HTMLElement>('textarea, input, button')?.focus();
}

function ReelCover(props: { form: PostForm; locked: boolean; dispatch: Dispatch<WizardAction> }) {
  const { form, locked, dispatch } = props;
  const [video] = form.files;
  if (video === undefined) return null;
  return (
    <CoverStrip
      key={video.url}
      url={video.url}
      durationMs={video.durationMs}
      offsetMs={form.thumbOffset}
      disabled={locked}
      onOffset={(thumbOffset) => dispatch({ type: 'optionsChosen', options: { thumbOffset } })}
    />
  );
}
