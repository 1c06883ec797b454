import type { Post } from '@pontual/contract/posts/posts.ts';
import { ChevronDown, FileText } from 'lucide-react';
import { useState } from 'react';
import { IfAllowed } from '../api/permissions.tsx';
import { InstagramAccountTag } from '../instagram/instagram-account-tag.tsx';
import { formatInAccount, useInstagramAccountNames } from '../instagram/instagram-account-names.ts';
import { Button } from '../ui/button.tsx';
import { QueryState } from '../ui/page/query-state.tsx';
import { useLoadMoreFocus } from '../ui/use-load-more-focus.ts';
import { isWide } from '../ui/use-is-wide.ts';
import { captionLine } from '../posts/caption-line.ts';
import { useDrafts } from '../posts/lists-queries.ts';
import { matchesAccount } from '../posts/post-filter.ts';
import type { AccountSelection } from '../instagram/account-selection.ts';
import { MediaThumb } from '../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { compactDateTime } from '../ui/dates/day-text.ts';
import { getDueAt } from '../posts/due-at.ts';
import { usePartialList } from './use-partial-list.ts';
import { mediaTypeText } from '../posts/media-type-text.ts';

const DRAFTS_FAILED = 'Os rascunhos não carregaram.';

interface DraftsCardProps {
  now: Date;
  instagramAccount: AccountSelection | undefined;
  onOpen: (post: Post) => void;
  onSchedule: (post: Post) => void;
}

export function DraftsCard({ now, instagramAccount, onOpen, onSchedule }: DraftsCardProps) {
  const drafts = useDrafts();
  const [open, setOpen] = useState(isWide);
  const { visible, remaining, onShowMore } = usePartialList(
    (drafts.data ?? []).filter((post) => matchesAccount(post, instagramAccount)),
  );
  const { list, beforeLoad } = useLoadMoreFocus<HTMLUListElement>();
  const total = visible.length + remaining;
  if (total === 0) return null;
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group mt-5 rounded-md border border-line bg-surface max-lg:mx-4 max-lg:mt-4 lg:rounded-lg"
    >
      <summary className="flex min-h-13 list-none items-center gap-2.5 rounded-[inherit] px-3.5 text-sm font-semibold lg:px-5 [&::-webkit-details-marker]:hidden">
        <FileText size={18} />
        <h2>Rascunhos</h2>
        <span className="tnum rounded-full bg-sunken px-[9px] py-0.5 text-2xs font-bold">
          {total}
        </span>
        <ChevronDown
          size={18}
          className="ml-auto text-ink-3 transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <ul ref={list} className="grid gap-x-7 px-3.5 pb-2 md:grid-cols-2 lg:px-5 lg:pb-3">
        {visible.map((post) => (
          <Draft key={post._id} post={post} now={now} onOpen={onOpen} onSchedule={onSchedule} />
        ))}
      </ul>
      {remaining > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          block
          className="mb-2"
          onClick={() => {
            beforeLoad();
            onShowMore();
          }}
        >
          Mostrar mais ({remaining})
        </Button>
      ) : null}
      <QueryState
        query={drafts}
        failed={DRAFTS_FAILED}
        stale={DRAFTS_FAILED}
        loading={null}
        className="mx-3.5 mb-3 lg:mx-5"
      />
    </details>
  );
}

function Draft({
  post,
  now,
  onOpen,
  onSchedule,
}: Omit<DraftsCardProps, 'instagramAccount'> & { post: Post }) {
  const caption = post.caption.trim();
  const dueAt = getDueAt(post);
  const accountName = useInstagramAccountNames()(post);
  return (
    <li className="relative flex min-w-0 items-center gap-3 py-[9px]">
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="h-[55px] w-11 rounded-sm"
      />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(post)}
        className="min-w-0 flex-1 rounded-sm text-left"
      >
        <span className="flex items-center gap-[5px] text-xs text-ink-3">
          <MediaTypeIcon type={post.mediaType} size={15} />
          {dueAt === null ? (
            mediaTypeText(post) + (post.scheduledTime === '' ? ', Data inválida' : '')
          ) : (
            <>
              <span className="sr-only">{mediaTypeText(post)}, </span>
              {compactDateTime(dueAt, now)}
            </>
          )}
        </span>
        <b className="mt-0.5 line-clamp-2 text-sm leading-[1.35] font-semibold wrap-anywhere">
          {captionLine(post.caption)}
        </b>
        <InstagramAccountTag account={post.instagramAccountId} className="mt-0.5" />
      </button>
      <IfAllowed permission="edit">
        <Button
          variant="line"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Agendar ${caption === '' ? 'rascunho sem legenda' : caption.slice(0, CAPTION_LABEL_MAX)}${formatInAccount(accountName)}`}
          onClick={() => onSchedule(post)}
        >
          Agendar
        </Button>
      </IfAllowed>
    </li>
  );
}

const CAPTION_LABEL_MAX = 60;
