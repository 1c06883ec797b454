import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { AvatarUser } from '../../ui/page/avatar.tsx';
import { Dot } from '../../ui/dot.tsx';
import type { PostForm } from '../form.rules.ts';
import { parseDueTimeFields } from '../when/due-time-fields.ts';
import { FeedPreview } from './feed-preview.tsx';
import { ReelPreview, StoryPreview } from './full-screen-previews.tsx';
import { previewKindOf } from './preview.rules.ts';

/** Decorative; the caller stores the number, so that it stays the same. */
export function createRandomLikes(): number {
  return 50 + Math.floor(Math.random() * 500);
}

interface PostPreviewProps {
  form: PostForm;
  type: MediaType | null;
  /** Null for a visitor. */
  user: AvatarUser | null;
  likes: number;
  /** False where the post is stored, and so is shown as it goes out. */
  isWriting?: boolean;
}

/** Always light, because it imitates Instagram. */
export function PostPreview(props: PostPreviewProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-[18px]">
      <PhonePreview {...props} />
      <PreviewDueTime form={props.form} />
    </div>
  );
}

export function PhonePreview(props: PostPreviewProps) {
  return (
    <div className="w-full max-w-[320px] rounded-[40px] bg-phone p-[9px] shadow-pop">
      <div className="overflow-hidden rounded-[32px] bg-[#fff] text-xs leading-[1.4] text-[#121212] scheme-light">
        <PreviewScreen {...props} />
      </div>
    </div>
  );
}

function PreviewScreen({ form, type, user, likes, isWriting = false }: PostPreviewProps) {
  switch (previewKindOf(type, form.files)) {
    case 'feed':
      return <FeedPreview {...{ form, type, user, likes, isWriting }} />;
    case 'reel':
      return <ReelPreview {...{ form, user, likes, isWriting }} />;
    case 'story':
      return <StoryPreview form={form} user={user} />;
  }
}

function PreviewDueTime({ form }: { form: PostForm }) {
  const instant = parseDueTimeFields(form.when);
  return (
    <p className="tnum flex items-center justify-center gap-[9px] text-sm font-semibold">
      {instant === null ? (
        <>
          <i
            aria-hidden="true"
            className="size-3 rounded-full bg-ipe shadow-[0_0_0_2px_var(--ink)]"
          />
          AGORA
        </>
      ) : (
        <>
          <Dot status="scheduled" />
          Agendado para {formatDate(instant)} às {formatTime(instant)}
        </>
      )}
    </p>
  );
}
