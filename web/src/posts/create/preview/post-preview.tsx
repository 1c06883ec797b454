import { formatDate, formatTime } from '@pontual/contract/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import type { Face } from '../../../shell/avatar.tsx';
import { Dot } from '../../../ui/dot.tsx';
import type { Form } from '../form-rules.ts';
import { fromFields } from '../when/wall-fields.ts';
import { FeedLook } from './feed-look.tsx';
import { ReelLook, StoryLook } from './full-looks.tsx';
import { lookOf } from './looks.ts';

/** A number for decoration; whoever opens the preview holds it, so that it stays. */
export function someLikes(): number {
  return 50 + Math.floor(Math.random() * 500);
}

interface PostPreviewProps {
  form: Form;
  /** Null while nothing is chosen. */
  type: MediaType | null;
  /** Null for somebody who is not logged in. */
  user: Face | null;
  likes: number;
}

/** The post as Instagram will show it, and when. Always light: it is Instagram, not Pontual. */
export function PostPreview({ form, type, user, likes }: PostPreviewProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-[18px]">
      <PhonePreview form={form} type={type} user={user} likes={likes} />
      <When form={form} />
    </div>
  );
}

/** The phone alone. */
export function PhonePreview(props: PostPreviewProps) {
  return (
    <div className="w-full max-w-[320px] rounded-[40px] bg-phone p-[9px] shadow-pop">
      <div className="overflow-hidden rounded-[32px] bg-[#fff] text-xs leading-[1.4] text-[#121212] scheme-light">
        <Screen {...props} />
      </div>
    </div>
  );
}

function Screen({ form, type, user, likes }: PostPreviewProps) {
  switch (lookOf(type, form.files)) {
    case 'feed':
      return <FeedLook form={form} type={type} user={user} likes={likes} />;
    case 'reel':
      return <ReelLook form={form} user={user} likes={likes} />;
    case 'story':
      return <StoryLook form={form} user={user} />;
  }
}

function When({ form }: { form: Form }) {
  const instant = fromFields(form.when);
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
