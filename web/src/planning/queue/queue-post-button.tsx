import { mediaTypeNames, postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { AwaitingApprovalMark } from '../../posts/status-label.tsx';
import { captionLine } from '../../posts/caption-line.ts';
import { MediaThumb } from '../../posts/media-thumb.tsx';

export function PostLine({ post, onOpen }: { post: Post; onOpen: (post: Post) => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(post)}
      className="grid w-full grid-cols-[48px_minmax(0,1fr)] items-center gap-3 rounded-md border border-transparent py-[9px] pr-2 pl-[9px] text-left transition-colors hover:border-line hover:bg-surface"
    >
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="h-15 w-12 rounded-sm"
      />
      <span className="min-w-0">
        <span className="mb-0.5 flex flex-wrap items-center gap-x-2 text-xs font-medium text-ink-3">
          {mediaTypeNames[post.mediaType]}
          <span aria-hidden="true">·</span>
          <b className="font-semibold text-ink-2">{postStatusNames[post.status]}</b>
          <AwaitingApprovalMark post={post} />
          <InstagramAccountTag account={post.instagramAccountId} />
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere">{captionLine(post.caption)}</span>
      </span>
    </button>
  );
}
