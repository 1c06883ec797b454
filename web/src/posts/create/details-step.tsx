import type { User } from '@pontual/contract/auth.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { useRef, type Dispatch, type RefObject } from 'react';
import { CaptionEditor, type Writer } from './caption/caption-editor.tsx';
import { FirstCommentField } from './comment/first-comment-field.tsx';
import { HashtagGroups } from './caption/groups/hashtag-groups.tsx';
import { CoverStrip } from './cover/cover-strip.tsx';
import { FilesOfStep } from './files-card.tsx';
import type { Form } from './form-rules.ts';
import { FitChoices } from './fit-choices.tsx';
import { LeftOutOfStep } from './left-out-files.tsx';
import { Opening } from './opening.tsx';
import { PostOptions } from './options/post-options.tsx';
import { usePastCaptions } from '../past-captions.queries.ts';
import { PreflightSection } from './preflight/preflight-section.tsx';
import type { Elsewhere } from './preflight/preflight.ts';
import { SaveTemplate } from '../../templates/save-template.tsx';
import { UseTemplate } from '../../templates/use-template.tsx';
import { WhenSection } from './when/when-section.tsx';
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
  /** Null for a visitor. */
  user: User | null;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  ahead: Ahead;
  heading: RefObject<HTMLHeadingElement | null>;
  /** What mends the post is on another step or page. */
  onElsewhere: (at: Elsewhere) => void;
}

export function DetailsStep(props: DetailsStepProps) {
  const { wizard, user, dispatch, picking, ahead, heading, onElsewhere } = props;
  const caption = useRef<HTMLDivElement>(null);
  const writer = useRef<Writer>(null);
  const commenter = useRef<Writer>(null);
  const comment = useRef<HTMLDivElement>(null);
  const when = useRef<HTMLDivElement>(null);
  const pastCaptions = usePastCaptions(user !== null);
  const { form, faults, sending } = wizard;
  const locked = sending.state === 'sending';
  // The button that was pressed is gone afterwards, so the focus is put elsewhere.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <>
      <StepHeading frame={wizard.frame} ref={heading} title={titles[wizard.mediaType]}>
        Confira na prévia enquanto escreve.
      </StepHeading>
      <FilesOfStep {...{ wizard, picking, ahead }} />
      <Opening shown={picking.isOpening} />
      <FitChoices
        files={form.files}
        type={wizard.mediaType}
        locked={locked}
        folded
        onFit={({ url }, fit) => dispatch({ type: 'fitChosen', url, fit })}
      />
      <LeftOutOfStep {...{ wizard, dispatch, picking, heading }} />
      <div ref={caption}>
        <CaptionEditor
          caption={form.caption}
          error={faults.caption}
          readOnly={locked}
          required={wizard.mediaType !== 'STORIES'}
          pastCaptions={pastCaptions}
          writer={writer}
          tools={
            <div className="-ml-2 flex flex-wrap gap-x-1 pt-1 empty:hidden">
              <UseTemplate caption={form.caption} writer={writer} disabled={locked} />
              <HashtagGroups text={form.caption} writer={writer} disabled={locked} />
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
        <FirstCommentField
          type={wizard.mediaType}
          comment={form.firstComment}
          locked={locked}
          writer={commenter}
          tools={
            <div className="-ml-2 pt-1 empty:hidden">
              <HashtagGroups text={form.firstComment} writer={commenter} disabled={locked} />
            </div>
          }
          onComment={(firstComment) =>
            dispatch({ type: 'optionsChosen', options: { firstComment } })
          }
        />
      </div>
      <div ref={when}>
        <WhenSection
          account={form.account ?? null}
          repeats="new"
          when={form.when}
          error={faults.when}
          readOnly={locked}
          onWhen={(chosen) => dispatch({ type: 'whenChosen', when: chosen })}
        />
      </div>
      <PostOptions
        form={form}
        type={wizard.mediaType}
        connected={user !== null && user.instagramAccountId !== null}
        locked={locked}
        cover={<Cover form={form} locked={locked} dispatch={dispatch} />}
        onOptions={(options) => dispatch({ type: 'optionsChosen', options })}
        onAltText={(url, text) => dispatch({ type: 'altTextTyped', url, text })}
        onTags={(url, tags) => dispatch({ type: 'tagsPlaced', url, tags })}
      />
      <PreflightSection
        wizard={wizard}
        user={user}
        onMend={(mend) => {
          if ('action' in mend) {
            dispatch(mend.action);
            focusHeading();
          } else if ('edit' in mend) writer.current?.write(mend.edit);
          else if (mend.at === 'caption') focusField(caption);
          else if (mend.at === 'comment') focusField(comment);
          else if (mend.at === 'when') focusField(when);
          else onElsewhere(mend.at);
        }}
      />
    </>
  );
}

function focusField(part: RefObject<HTMLElement | null>): void {
  part.current?.querySelector<HTMLElement>('textarea, input, button')?.focus();
}

/** The cover of a reel, chosen on its frames. */
function Cover(props: { form: Form; locked: boolean; dispatch: Dispatch<WizardAction> }) {
  const { form, locked, dispatch } = props;
  const [video] = form.files;
  if (video === undefined) return null;
  return (
    <CoverStrip
      key={video.url}
      url={video.url}
      durationMs={video.durationMs}
      value={form.thumbOffset}
      disabled={locked}
      onValue={(thumbOffset) => dispatch({ type: 'optionsChosen', options: { thumbOffset } })}
    />
  );
}
