import type { Post } from '@pontual/contract/posts/posts.ts';
import { useRef } from 'react';
import { CaptionEditor } from '../../composer/caption/caption-editor.tsx';
import type { TextFieldHandle } from '../text-field-handle.ts';
import { FirstCommentField } from '../../composer/first-comment/first-comment-field.tsx';
import { HashtagGroupsButton } from '../../library/hashtags/groups/hashtag-groups-button.tsx';
import { CoverStrip } from '../../composer/cover/cover-strip.tsx';
import { PostOptions } from '../../composer/options/post-options.tsx';
import { DuplicatePosts } from '../../composer/preflight/duplicate-posts.tsx';
import { useDuplicatesOfChange } from '../../composer/preflight/use-duplicates.ts';
import { Section } from '../../ui/section.tsx';
import { WhenSection } from '../../composer/when/when-section.tsx';
import { InstagramAccountSection } from '../../instagram/instagram-account-section.tsx';
import { Button } from '../../ui/button.tsx';
import { ReplacementFields } from '../change/replacement-fields.tsx';
import { hasPublishingFailed } from '../post-issue.rules.ts';
import { usePastCaptions } from '../past-captions-queries.ts';
import { useOffersFirstComments } from '../posts-queries.ts';
import { PubliReminder } from './publi-reminder.tsx';
import type { EditState } from './use-edit.ts';

interface EditFieldsProps {
  post: Post;
  connected: boolean;
  edit: EditState;
}

export function EditFields({ post, connected, edit }: EditFieldsProps) {
  const { form, errors, replacement, change, setFields, setMediumDetails } = edit;
  const pastCaptions = usePastCaptions();
  const offersFirstComments = useOffersFirstComments();
  const writer = useRef<TextFieldHandle>(null);
  const commentWriter = useRef<TextFieldHandle>(null);
  const { phase } = change;
  const locked = phase.state === 'sending';
  const [video] = form.files;
  const { forCaption, forFiles } = useDuplicatesOfChange(post, {
    ...form,
    files: replacement.files,
  });
  return (
    <>
      <div className="mb-4 empty:hidden">
        <InstagramAccountSection
          small
          account={form.instagramAccountId}
          isNew={false}
          locked={locked}
          onAccount={(instagramAccountId) => setFields({ instagramAccountId })}
        />
      </div>
      <CaptionEditor
        isInDialog
        isMarked={post.mediaType !== 'STORIES'}
        caption={form.caption}
        error={errors.caption}
        readOnly={locked}
        pastCaptions={pastCaptions}
        fieldHandle={writer}
        tools={<HashtagGroupsButton text={form.caption} fieldHandle={writer} disabled={locked} />}
        onCaption={(caption) => setFields({ caption })}
      />
      <PubliReminder form={form} type={post.mediaType} locked={locked} writer={writer} />
      <div className="has-[section]:my-4">
        <DuplicatePosts posts={forCaption} />
      </div>
      {offersFirstComments || form.firstComment !== '' ? (
        <FirstCommentField
          isInDialog
          type={post.mediaType}
          comment={form.firstComment}
          locked={locked}
          fieldHandle={commentWriter}
          tools={
            <HashtagGroupsButton
              text={form.firstComment}
              fieldHandle={commentWriter}
              disabled={locked}
            />
          }
          onComment={(firstComment) => setFields({ firstComment })}
        />
      ) : null}
      <WhenSection
        instagramAccountId={form.instagramAccountId}
        when={form.when}
        error={errors.when}
        readOnly={locked}
        onWhen={(when) => setFields({ when })}
        postId={post._id}
      />
      <DueTimeHint edit={edit} post={post} locked={locked} />
      <PostOptions
        values={form}
        type={post.mediaType}
        isConnected={connected}
        locked={locked}
        cover={
          video === undefined ? null : (
            <CoverStrip
              key={video.url}
              url={video.url}
              durationMs={video.durationMs}
              offsetMs={form.thumbOffset}
              disabled={locked}
              onOffset={(thumbOffset) => setFields({ thumbOffset })}
            />
          )
        }
        onOptions={setFields}
        onAltText={(url, altText) => setMediumDetails(url, { altText })}
        onTags={(url, tags) => setMediumDetails(url, { tags })}
      />
      <Section title={post.mediaType === 'CAROUSEL' ? 'Arquivos' : 'Arquivo'}>
        <ReplacementFields
          post={post}
          replacement={replacement}
          fraction={phase.state === 'sending' ? phase.fraction : null}
          canKeepCurrent
        />
        <DuplicatePosts posts={forFiles} />
      </Section>
    </>
  );
}

function DueTimeHint({ edit, post, locked }: { edit: EditState; post: Post; locked: boolean }) {
  const { when } = edit.form;
  if (hasPublishingFailed(post) && when.date === '') {
    return (
      <p className="mt-3 text-sm text-ink-2">
        Este post parou e não sai mais sozinho. Escolha uma nova hora para agendá-lo de novo.
      </p>
    );
  }
  if (post.status !== 'draft' || (when.date === '' && when.time === '')) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={locked}
      className="mt-2 -ml-3"
      onClick={() => edit.setFields({ when: { date: '', time: '' } })}
    >
      Remover data e hora
    </Button>
  );
}
