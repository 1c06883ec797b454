import { dayKey, formatDate, formatFullDay, formatTime } from '@pontual/contract/brasilia-time.ts';
import { captionParts } from '@pontual/contract/captions.ts';
import { mediaTypeNames, postStatusNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ExternalLink, X } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { useMinute } from '../../shell/minute.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { Asking, MendButton } from '../mend-button.tsx';
import { mayPublishNow, mendOf, remarkOf } from '../mending.ts';
import { PostRemark } from '../post-remark.tsx';
import { usePost } from '../posts.queries.ts';
import { dayHeading, plannedAt } from '../schedule/timeline-groups.ts';
import { PostHistory } from './post-history.tsx';
import { Bones, Missing } from './no-post.tsx';
import { PostMedia } from './post-media.tsx';

interface PostDetailDialogProps {
  id: string;
  open: boolean;
  connected: boolean;
  onClose: () => void;
}

/** Dimmed while another dialog asks something over it. */
const look =
  'relative flex max-h-[94dvh] flex-col bg-surface after:pointer-events-none after:absolute after:inset-0 after:z-20 after:bg-scrim after:opacity-0 after:transition-opacity data-nested-dialog-open:after:opacity-100';
const wide =
  'lg:grid lg:h-[min(660px,calc(100dvh-64px))] lg:max-w-[980px] lg:grid-cols-[400px_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_auto]';

/** Everything about one post. */
export function PostDetailDialog({ id, open, connected, onClose }: PostDetailDialogProps) {
  const { data, error, refetch, isFetching } = usePost(id, open);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Detalhes do post"
      initialFocus={heading}
      bare
      className={cx(look, data === undefined && error !== null ? 'lg:max-w-[440px]' : wide)}
    >
      {data === undefined ? (
        <div className="relative grid flex-1 content-center p-5 lg:col-span-2 lg:row-span-2">
          <Close onClose={onClose} className="absolute top-3 right-3" />
          {error === null ? (
            <Bones />
          ) : (
            <Missing
              error={error}
              busy={isFetching}
              onRetry={() => void refetch()}
              onClose={onClose}
            />
          )}
        </div>
      ) : (
        <>
          <Spoken post={data.post} connected={connected} />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain lg:contents">
            <div className="flex bg-sunken p-3 lg:row-span-2 lg:min-h-0 lg:p-4">
              <PostMedia post={data.post} />
            </div>
            <div className="flex min-h-0 flex-col">
              <Head post={data.post} heading={heading} onClose={onClose} />
              <section
                // A region that scrolls is reached by the keyboard.
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                aria-label="Conteúdo do post"
                className="min-h-0 px-[18px] pt-4 pb-5 -outline-offset-2! lg:flex-1 lg:overflow-y-auto lg:px-7 lg:pt-6"
              >
                <Trouble post={data.post} connected={connected} after={heading} />
                <Caption caption={data.post.caption} />
                <PostHistory history={data.history} />
                <p className="mt-4 text-xs text-ink-3">Criado em {createdText(data.post)}</p>
              </section>
            </div>
          </div>
          <Actions post={data.post} connected={connected} after={heading} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** Says what changes while somebody looks at the post. */
function Spoken({ post, connected }: { post: Post; connected: boolean }) {
  const remark = remarkOf(post, connected, useMinute());
  const words = [`Status: ${postStatusNames[post.status]}`, remark?.text, remark?.forecast];
  return (
    <output className="sr-only">
      {words.filter((each) => each !== undefined && each !== null).join('. ')}
    </output>
  );
}

function createdText({ createdAt }: Post): string {
  const at = new Date(createdAt);
  return `${formatDate(at)}, ${formatTime(at)}`;
}

function Close({ onClose, className }: { onClose: () => void; className?: string }) {
  return (
    <IconButton
      label="Fechar detalhes"
      icon={<X size={20} />}
      className={className}
      onClick={onClose}
    />
  );
}

type HeadingRef = RefObject<HTMLHeadingElement | null>;

/** Status and type, then the hour as the headline. */
function Head(props: { post: Post; heading: HeadingRef; onClose: () => void }) {
  const { post, heading, onClose } = props;
  const now = useMinute();
  const planned = plannedAt(post);
  return (
    <header className="border-b border-line px-[18px] pt-3 pb-4 lg:px-7 lg:pt-5 lg:pb-5">
      <div className="flex items-center gap-2.5">
        <StatusBadge status={post.status}>{postStatusNames[post.status]}</StatusBadge>
        <span className="inline-flex items-center gap-[5px] text-sm text-ink-3">
          <MediaTypeIcon type={post.mediaType} size={15} />
          {mediaTypeNames[post.mediaType]}
        </span>
        <Close onClose={onClose} className="-mr-3 ml-auto" />
      </div>
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-2 flex items-center gap-4 shadow-none! outline-none!"
      >
        {planned === null ? (
          <span className="h-dialog">Sem data definida</span>
        ) : (
          <>
            <time dateTime={planned.toISOString()} className="figure-big text-3xl lg:text-[3.5rem]">
              {formatTime(planned)}
            </time>{' '}
            <span className="min-w-0 text-xs leading-[1.45] lg:text-sm">
              <b className="block font-semibold">{dayHeading(dayKey(planned), now).title}</b>
              <span className="text-ink-3">{formatFullDay(planned)}, horário de Brasília</span>
            </span>
          </>
        )}
      </h2>
    </header>
  );
}

/** Why it waits or did not go out, and what mends that. */
function Trouble(props: { post: Post; connected: boolean; after: HeadingRef }) {
  const { post, connected, after } = props;
  const now = useMinute();
  const remark = remarkOf(post, connected, now);
  if (remark === null) return null;
  const words = <PostRemark post={post} connected={connected} className="text-sm!" />;
  if (remark.tone === 'plain') return <div className="mb-3 first-letter:uppercase">{words}</div>;
  const fill = remark.tone === 'bad' ? 'bg-bad-soft' : 'bg-warn-soft';
  // To publish now is among the actions below.
  const mend =
    mendOf(post, connected) === 'publish_now' ? null : <MendButton post={post} after={after} />;
  return (
    <div
      className={cx('mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3', fill)}
    >
      <div className="min-w-0 flex-1 basis-56">{words}</div>
      {mend}
    </div>
  );
}

function Caption({ caption }: { caption: string }) {
  if (caption.trim() === '') return <p className="text-ink-3">Sem legenda</p>;
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {captionParts(caption).map(({ text, kind }, index) =>
        kind === 'text' ? (
          text
        ) : (
          <span key={index} className="text-sched-text">
            {text}
          </span>
        ),
      )}
    </p>
  );
}

function Actions(props: {
  post: Post;
  connected: boolean;
  after: HeadingRef;
  onClose: () => void;
}) {
  const { post, connected, after, onClose } = props;
  return (
    <footer className="flex shrink-0 items-center justify-end gap-2 border-t border-line px-3.5 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] max-lg:*:flex-1 lg:px-5 lg:py-3.5">
      <Button variant="ghost" onClick={onClose}>
        Fechar
      </Button>
      {post.status === 'published' && post.permalink !== null ? (
        <a
          href={post.permalink}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'ink' })}
        >
          <ExternalLink size={16} className="-ml-1" />
          Ver no Instagram
          <span className="sr-only">, em nova aba</span>
        </a>
      ) : null}
      {mayPublishNow(post, connected) ? (
        <Asking
          post={post}
          after={after}
          text="Publicar agora"
          look={{ variant: 'ipe', size: 'md' }}
        />
      ) : null}
    </footer>
  );
}
