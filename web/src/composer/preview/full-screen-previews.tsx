import { Ellipsis, Heart, MapPin, MessageCircle, Music, Send } from 'lucide-react';
import type { AvatarUser } from '../../ui/page/avatar.tsx';
import type { PostForm } from '../form.rules.ts';
import { ProfilePicture, usernameOrPlaceholder } from './profile-picture.tsx';
import { FoldedCaption } from './folded-caption.tsx';
import { audioText, authorsText, listShownCollaborators } from './preview.rules.ts';
import { MediaTypeBadge, PreviewMedia } from './preview-media.tsx';

interface ReelPreviewProps {
  form: PostForm;
  user: AvatarUser | null;
  likes: number;
  isWriting: boolean;
}

/** Gradients that make white text readable on any picture; pointer events pass through. */
const shadowClass = 'pointer-events-none absolute inset-x-0';

export function ReelPreview({ form, user, likes, isWriting }: ReelPreviewProps) {
  const username = usernameOrPlaceholder(user);
  const locationName = form.location?.name ?? null;
  return (
    <div className="relative bg-[#121212] text-[#fff]">
      <PreviewMedia files={form.files} type="REELS" stillOffsetMs={form.thumbOffset} />
      <span
        className={`${shadowClass} bottom-0 h-1/2 bg-[linear-gradient(transparent,rgb(0_0_0/.72))]`}
      />
      <MediaTypeBadge type="REELS" className="absolute top-4 left-3.5" />
      <div
        aria-hidden="true"
        className="pointer-events-none absolute right-2.5 bottom-[22px] grid justify-items-center gap-4 text-[11px] leading-[1.4] font-semibold"
      >
        <span className="tnum grid justify-items-center gap-[3px]">
          <Heart size={25} />
          {likes}
        </span>
        <span className="grid justify-items-center gap-[3px]">
          <MessageCircle size={25} />0
        </span>
        <Send size={24} />
        <Ellipsis size={22} />
      </div>
      <div className="pointer-events-none absolute right-[62px] bottom-5 left-3.5 text-[12.5px] leading-[1.4] *:pointer-events-auto">
        <p className="mb-[7px] flex items-center gap-2">
          <ProfilePicture user={user} className="size-7 text-xs shadow-[0_0_0_1.5px_#fff]" />
          <b className="truncate font-semibold">
            {authorsText(username, listShownCollaborators(form, 'REELS'))}
          </b>
        </p>
        <p className="max-h-56 overflow-y-auto wrap-anywhere whitespace-pre-line">
          <FoldedCaption caption={form.caption} variant="reel" isWriting={isWriting} />
        </p>
        <p className="mt-[7px] flex items-center gap-1.5 text-[11.5px]">
          <Music size={13} aria-hidden="true" />
          <span className="truncate">{audioText(form, username)}</span>
        </p>
        {locationName === null ? null : (
          <p className="mt-1 flex items-center gap-1.5 text-[11.5px]">
            <MapPin size={13} aria-hidden="true" />
            <span className="truncate">{locationName}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Instagram shows neither caption nor likes of a story. */
export function StoryPreview({ form, user }: { form: PostForm; user: AvatarUser | null }) {
  return (
    <div className="relative bg-[#121212] text-[#fff]">
      <PreviewMedia files={form.files} type="STORIES" stillOffsetMs={0} />
      <span
        className={`${shadowClass} top-0 h-28 bg-[linear-gradient(rgb(0_0_0/.6),transparent)]`}
      />
      <div className="pointer-events-none absolute inset-x-3 top-3.5">
        <span
          aria-hidden="true"
          className="mb-2.5 block h-0.5 rounded-full bg-[linear-gradient(90deg,#fff_30%,rgb(255_255_255/.4)_30%)]"
        />
        <p className="flex items-center gap-2 pr-10">
          <ProfilePicture user={user} className="size-7 text-xs" />
          <b className="truncate font-semibold">{usernameOrPlaceholder(user)}</b>
          agora
        </p>
        <MediaTypeBadge type="STORIES" className="mt-2" />
      </div>
    </div>
  );
}
