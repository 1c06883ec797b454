import { mediaTypeNames, postStatusNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { StatusText } from '../../ui/status-text.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';

interface PostRowProps {
  post: Post;
  /** `em 3 h 28 min`, on the post that goes out next. */
  countdown: string | null;
  /** Nothing goes out while no Instagram account is connected. */
  connected: boolean;
}

const failures: ReadonlySet<Post['status']> = new Set(['failed', 'error', 'expired']);

/** One post of the timeline. A published one leads to where it was published. */
export function PostRow({ post, countdown, connected }: PostRowProps) {
  const failed = failures.has(post.status);
  const look = cx(
    'grid grid-cols-[48px_minmax(0,1fr)] items-center gap-3 rounded-md border py-[9px] pr-2 pl-[9px]',
    failed && 'border-bad/40 bg-bad-soft',
    !failed && (countdown === null ? 'border-transparent' : 'border-line bg-surface'),
  );
  const content = (
    <>
      <Thumb post={post} />
      <div className="min-w-0">
        <p className="mb-0.5 flex flex-wrap items-center gap-x-2">
          <span className="inline-flex items-center gap-[5px] text-xs font-medium whitespace-nowrap text-ink-3">
            <MediaTypeIcon type={post.mediaType} size={15} />
            {mediaTypeNames[post.mediaType]}
          </span>
          <span aria-hidden="true" className="text-xs text-ink-3">
            ·
          </span>
          <StatusText status={post.status}>{postStatusNames[post.status]}</StatusText>
          {countdown === null ? null : <Countdown text={countdown} />}
        </p>
        <p
          className={cx('line-clamp-2 text-sm wrap-anywhere', post.caption === '' && 'text-ink-3')}
        >
          {post.caption === '' ? 'Sem legenda' : post.caption}
        </p>
        <Remark post={post} failed={failed} connected={connected} />
      </div>
    </>
  );
  if (post.status !== 'published' || post.permalink === null) {
    return <div className={look}>{content}</div>;
  }
  return (
    <a
      href={post.permalink}
      target="_blank"
      rel="noopener"
      className={cx(look, 'transition-colors hover:border-line hover:bg-surface')}
    >
      {content}
      <span className="sr-only">Ver no Instagram, em nova aba</span>
    </a>
  );
}

function Thumb({ post }: { post: Post }) {
  const url = post.mediaItems[0]?.thumbnailUrl ?? post.imageUrl;
  return (
    <span className="grid h-15 w-12 place-items-center overflow-hidden rounded-sm bg-sunken text-ink-3">
      {url === null ? (
        <MediaTypeIcon type={post.mediaType} size={18} />
      ) : (
        <img src={url} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  );
}

/** On a phone the line is too short for the last word of `3 h 28 min`. */
function Countdown({ text }: { text: string }) {
  const [hours, minutes] = text.split(/(?<= h \d+) (?=min)/);
  return (
    <span className="tnum ml-auto rounded-full bg-ipe-soft px-2 py-0.5 text-2xs font-semibold whitespace-nowrap">
      {hours}
      {minutes === undefined ? null : <span className="max-lg:sr-only"> {minutes}</span>}
    </span>
  );
}

function Remark(props: { post: Post; failed: boolean; connected: boolean }) {
  const { post, failed, connected } = props;
  let remark: { look: string; text: ReactNode } | null = null;
  if (post.errorMessage !== null) {
    remark = { look: failed ? 'text-bad-text' : 'text-warn-text', text: post.errorMessage };
  } else if (post.status === 'scheduled' && !connected) {
    remark = { look: 'text-warn-text', text: 'Conta do Instagram não conectada' };
  } else if (post.status === 'scheduled' && post.ready) {
    remark = { look: 'text-ink-3', text: 'pronto para publicar' };
  }
  if (remark === null) return null;
  return (
    <p className={cx('mt-0.5 text-xs leading-[1.4] wrap-anywhere', remark.look)}>{remark.text}</p>
  );
}
