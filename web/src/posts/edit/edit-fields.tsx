import type { Post } from '@pontual/contract/posts.ts';
import { useRef } from 'react';
import { CaptionEditor, type Writer } from '../create/caption/caption-editor.tsx';
import { FirstCommentField } from '../create/comment/first-comment-field.tsx';
import { HashtagGroups } from '../create/caption/groups/hashtag-groups.tsx';
import { CoverStrip } from '../create/cover/cover-strip.tsx';
import { PostOptions } from '../create/options/post-options.tsx';
import { SimilarPosts } from '../create/preflight/similar-posts.tsx';
import { useSimilarChange } from '../create/preflight/use-similar.ts';
import { Section } from '../create/section.tsx';
import { WhenSection } from '../create/when/when-section.tsx';
import { AccountSection } from '../../instagram/account-section.tsx';
import { Button } from '../../ui/button.tsx';
import { ReplacementFields } from '../change/replacement-fields.tsx';
import { didNotGoOut } from '../mending.ts';
import { usePastCaptions } from '../past-captions.queries.ts';
import { PubliReminder } from './publi-reminder.tsx';
import type { Edit } from './use-edit.ts';

interface EditFieldsProps {
  post: Post;
  connected: boolean;
  edit: Edit;
}

/** The fields of a post, as the composer has them. */
export function EditFields({ post, connected, edit }: EditFieldsProps) {
  const { form, faults, replacement, change, set, say } = edit;
  const pastCaptions = usePastCaptions();
  const writer = useRef<Writer>(null);
  const commenter = useRef<Writer>(null);
  const { phase } = change;
  const locked = phase.state === 'sending';
  const [video] = form.files;
  const { besideCaption, besideFiles } = useSimilarChange(post, {
    ...form,
    files: replacement.files,
  });
  return (
    <>
      <div className="mb-4 empty:hidden">
        <AccountSection
          small
          account={form.account ?? null}
          isNew={false}
          locked={locked}
          onAccount={(account) => set({ account })}
        />
      </div>
      <CaptionEditor
        small
        required={post.mediaType !== 'STORIES'}
        caption={form.caption}
        error={faults.caption}
        readOnly={locked}
        pastCaptions={pastCaptions}
        writer={writer}
        tools={<HashtagGroups text={form.caption} writer={writer} disabled={locked} />}
        onCaption={(caption) => set({ caption })}
      />
      <PubliReminder form={form} type={post.mediaType} locked={locked} writer={writer} />
      <div className="has-[section]:my-4">
        <SimilarPosts posts={besideCaption} />
      </div>
      <FirstCommentField
        small
        type={post.mediaType}
        comment={form.firstComment}
        locked={locked}
        writer={commenter}
        tools={<HashtagGroups text={form.firstComment} writer={commenter} disabled={locked} />}
        onComment={(firstComment) => set({ firstComment })}
      />
      <WhenSection
        account={form.account ?? null}
        when={form.when}
        error={faults.when}
        readOnly={locked}
        onWhen={(when) => set({ when })}
      />
      <WhenRemark edit={edit} post={post} locked={locked} />
      <PostOptions
        form={form}
        type={post.mediaType}
        connected={connected}
        locked={locked}
        cover={
          video === undefined ? null : (
            <CoverStrip
              key={video.url}
              url={video.url}
              durationMs={video.durationMs}
              value={form.thumbOffset}
              disabled={locked}
              onValue={(thumbOffset) => set({ thumbOffset })}
            />
          )
        }
        onOptions={set}
        onAltText={(url, altText) => say(url, { altText })}
        onTags={(url, tags) => say(url, { tags })}
      />
      <Section title={post.mediaType === 'CAROUSEL' ? 'Arquivos' : 'Arquivo'}>
        <ReplacementFields
          post={post}
          replacement={replacement}
          fraction={phase.state === 'sending' ? phase.fraction : null}
          keepable
        />
        <SimilarPosts posts={besideFiles} />
      </Section>
    </>
  );
}

/** What an hour that is not there means. */
function WhenRemark({ edit, post, locked }: { edit: Edit; post: Post; locked: boolean }) {
  const { when } = edit.form;
  if (didNotGoOut(post) && when.date === '') {
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
      onClick={() => edit.set({ when: { date: '', time: '' } })}
    >
      Remover data e hora
    </Button>
  );
}
