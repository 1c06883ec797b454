import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { Bookmark, Ellipsis, Heart, Image, MessageCircle, Send } from 'lucide-react';
import type { AvatarUser } from '../../ui/page/avatar.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import type { PostForm } from '../form.rules.ts';
import { ProfilePicture, usernameOrPlaceholder } from './profile-picture.tsx';
import { FoldedCaption } from './folded-caption.tsx';
import { authorsText, listShownCollaborators } from './preview.rules.ts';
import { PreviewMedia } from './preview-media.tsx';

interface FeedPreviewProps {
  form: PostForm;
  type: MediaType | null;
  user: AvatarUser | null;
  likes: number;
  isWriting: boolean;
}

export function FeedPreview({ form, type, user, likes, isWriting }: FeedPreviewProps) {
  const username = usernameOrPlaceholder(user);
  const isEmpty = form.files.length === 0;
  const locationName = form.location?.name ?? null;
  return (
    <>
      <StatusBar />
      <div className="flex items-center gap-2.5 px-3 py-2">
        <ProfilePicture user={user} className="size-8 text-sm" />
        <div className="min-w-0 flex-1">
          <b className="block truncate font-semibold">
            {authorsText(username, listShownCollaborators(form, type))}
          </b>
          {locationName === null ? null : (
            <span className="block truncate text-[11px] text-[#666]">{locationName}</span>
          )}
        </div>
        <Ellipsis size={18} aria-hidden="true" />
      </div>
      {isEmpty ? (
        <div className="grid aspect-square place-content-center justify-items-center gap-2 bg-[#f0e9db] text-[#686053]">
          <Image size={28} aria-hidden="true" />
          Seus arquivos aparecem aqui.
        </div>
      ) : (
        <PreviewMedia files={form.files} type={type ?? 'IMAGE'} stillOffsetMs={0} />
      )}
      <div aria-hidden="true" className="flex items-center gap-3.5 px-3 pt-2.5 pb-1.5">
        <Heart size={22} />
        <MessageCircle size={22} />
        <Send size={21} />
        <Bookmark size={22} className="ml-auto" />
      </div>
      <div className="px-3 pb-3.5">
        {isEmpty ? null : (
          <b aria-hidden="true" className="tnum block font-semibold">
            {likes} curtidas
          </b>
        )}
        <p className="wrap-anywhere whitespace-pre-line">
          <b className="font-semibold">{username}</b>{' '}
          <FoldedCaption caption={form.caption} variant="feed" isWriting={isWriting} />
        </p>
      </div>
    </>
  );
}

function StatusBar() {
  const now = useMinute();
  return (
    <div
      aria-hidden="true"
      className="flex items-center justify-between px-[22px] pt-3 pb-1.5 text-2xs leading-[1.4] font-semibold"
    >
      <span className="tnum">{formatTime(now)}</span>
      <i className="h-5 w-18 rounded-full bg-[#121212]" />
      <svg width="38" height="12" viewBox="0 0 38 12" fill="#121212">
        <path d="M0 9h2.5v3H0zM4 6.5h2.5V12H4zM8 4h2.5v8H8z" />
        <rect x="16.5" y="1.5" width="18" height="9" rx="3" fill="none" stroke="#121212" />
        <rect x="18" y="3" width="12" height="6" rx="1.6" />
        <path d="M36 4.5v3" stroke="#121212" strokeWidth="1.5" />
      </svg>
    </div>
  );
}
