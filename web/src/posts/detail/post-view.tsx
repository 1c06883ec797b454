import { captionParts } from '@pontual/contract/posts/captions.ts';
import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Approval, FirstCommentState, Post } from '@pontual/contract/posts/posts.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { lazy, Suspense, type ReactNode, type RefObject } from 'react';
import { useSession } from '../../api/session.tsx';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { useUserWithAccount } from '../../instagram/instagram-accounts-queries.ts';
import { AtRiskMark } from '../issues/at-risk-mark.tsx';
import { useIsAtRisk } from '../issues/issues-queries.ts';
import { SaveTemplate } from '../../library/templates/save-template.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { UnconnectedWarning } from '../unconnected-warning.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { LazyConnectButton, RecoveryActionButton } from '../change/recovery-action-button.tsx';
import { getRecoveryAction, getPostIssue, isAwaitingAccount } from '../post-issue.rules.ts';
import { ManualPublishingLink } from '../manual-publishing-link.tsx';
import { PostIssueText } from '../post-issue-text.tsx';
import { PostColumns } from '../post-columns.tsx';
import { FirstComment } from './first-comment.tsx';
import { getHeadline } from './headline.ts';
import { PostFacts } from './post-facts.tsx';
import { PostHistory, type PostHistoryEntries } from './post-history.tsx';
import { PostMedia } from '../post-media.tsx';
import { SequenceNoteOfPost } from '../sequence-note.tsx';
import { mediaTypeText } from '../media-type-text.ts';

const ApprovalPanel = lazy(async () => ({
  default: (await import('../../planning/approvals/approval-panel.tsx')).ApprovalPanel,
}));

const SeriesPanel = lazy(async () => ({
  default: (await import('../../planning/series/series-panel.tsx')).SeriesPanel,
}));

interface PostViewProps {
  post: Post;
  history: PostHistoryEntries;
  firstComment: FirstCommentState | null;
  /** Null when no approval is required. */
  approval: Approval | null;
  connected: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  close: ReactNode;
  footer: ReactNode;
}

export function PostView(props: PostViewProps) {
  const { post, history, firstComment, approval, connected, heading, close, footer } = props;
  const { user } = useSession();
  const instagramAccount = useUserWithAccount(user, post.instagramAccountId);
  const showsApproval = user !== null && (approval !== null || limitsByPlan[user.plan].approvals);
  return (
    <PostColumns media={<PostMedia post={post} />} footer={footer}>
      <Head post={post} heading={heading} close={close} />
      <section
        // A region that scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Conteúdo do post"
        className="min-h-0 px-[18px] pt-4 pb-5 -outline-offset-2! lg:flex-1 lg:overflow-y-auto lg:px-7 lg:pt-5"
      >
        <IssueBox post={post} connected={connected} focusTarget={heading} />
        {showsApproval ? (
          <Suspense fallback={null}>
            <ApprovalPanel post={post} approval={approval} role={user.role} focusTarget={heading} />
          </Suspense>
        ) : null}
        {post.series === null ? null : (
          <Suspense fallback={null}>
            <SeriesPanel series={post.series} focusTarget={heading} />
          </Suspense>
        )}
        <Caption caption={post.caption} />
        <SaveTemplate
          mediaType={post.mediaType}
          caption={post.caption}
          altTexts={post.mediaItems.map(({ altText }) => altText)}
          className="mt-2 -ml-2"
        />
        <FirstComment post={post} state={firstComment} focusTarget={heading} />
        <PostFacts post={post} username={instagramAccount?.instagramUsername ?? null} />
        <SequenceNoteOfPost post={post} />
        <PostHistory history={history} />
      </section>
    </PostColumns>
  );
}

function Head({ post, heading, close }: Pick<PostViewProps, 'post' | 'heading' | 'close'>) {
  const headline = getHeadline(post.scheduledTime, useMinute());
  const isAtRisk = useIsAtRisk()(post);
  return (
    <header className="border-b border-line px-[18px] pt-2 pb-3 lg:px-7 lg:pt-4 lg:pb-[18px]">
      <div className="flex items-center gap-2.5">
        <StatusBadge status={post.status}>{postStatusNames[post.status]}</StatusBadge>
        <span className="inline-flex items-center gap-[5px] text-sm text-ink-3">
          <MediaTypeIcon type={post.mediaType} size={15} />
          {mediaTypeText(post)}
        </span>
        {isAtRisk ? <AtRiskMark /> : null}
        {close}
      </div>
      <InstagramAccountTag account={post.instagramAccountId} className="mt-1 flex! text-sm!" />
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-1 flex items-center gap-3.5 shadow-none! outline-none! lg:mt-2.5 lg:gap-[18px]"
      >
        {headline.kind === 'words' ? (
          <span className="h-dialog">{headline.text}</span>
        ) : (
          <>
            <time
              dateTime={headline.dueAt.toISOString()}
              className="figure-big text-[2.75rem] lg:text-[3.75rem]"
            >
              {headline.time}
            </time>{' '}
            <span className="min-w-0 text-sm leading-[1.35]">
              <b className="block text-base font-semibold">{headline.day}</b>
              <span className="text-xs text-ink-3">{headline.date}</span>
            </span>
          </>
        )}
      </h2>
    </header>
  );
}

function IssueBox(props: {
  post: Post;
  connected: boolean;
  focusTarget: RefObject<HTMLHeadingElement | null>;
}) {
  const { post, connected, focusTarget } = props;
  const now = useMinute();
  const issue = getPostIssue(post, connected, now);
  if (isAwaitingAccount(post, connected)) {
    return <UnconnectedWarning demo={post.demo} action={<LazyConnectButton />} className="mb-4" />;
  }
  if (issue === null) return null;
  const issueText = <PostIssueText post={post} connected={connected} className="text-sm!" />;
  if (issue.tone === 'plain') return <div className="mb-3 first-letter:uppercase">{issueText}</div>;
  const fill = issue.tone === 'bad' ? 'bg-bad-soft' : 'bg-warn-soft';
  const actionButton =
    getRecoveryAction(post, connected) === 'publish_now' ? null : (
      <RecoveryActionButton post={post} focusTarget={focusTarget} />
    );
  return (
    <div
      className={cx('mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3', fill)}
    >
      <div className="min-w-0 flex-1 basis-56">{issueText}</div>
      {actionButton}
      <ManualPublishingLink post={post} />
    </div>
  );
}

function Caption({ caption }: { caption: string }) {
  if (caption.trim() === '') return <p className="text-ink-3">Sem legenda</p>;
  return (
    <p className="leading-[1.6] wrap-anywhere whitespace-pre-line">
      {captionParts(caption).map(({ text, kind }, index) =>
        kind === 'text' ? (
          text
        ) : (
          <span key={index} className="font-medium text-sched-text">
            {text}
          </span>
        ),
      )}
    </p>
  );
}
