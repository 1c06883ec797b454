import { captionParts } from '@pontual/contract/captions.ts';
import { mediaTypeNames, postStatusNames } from '@pontual/contract/post-rules.ts';
import type { Approval, FirstCommentState, Post } from '@pontual/contract/posts.ts';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { lazy, Suspense, type ReactNode, type RefObject } from 'react';
import { useSession } from '../../api/session.tsx';
import { AccountOf } from '../../instagram/account-of.tsx';
import { useAs } from '../../instagram/accounts.queries.ts';
import { AtRiskMark } from '../../needs/at-risk-mark.tsx';
import { useIsAtRisk } from '../../needs/needs.queries.ts';
import { SaveTemplate } from '../../templates/save-template.tsx';
import { useMinute } from '../../shell/minute.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { UnconnectedWarning } from '../unconnected-warning.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { ConnectButton, MendButton } from '../mend-button.tsx';
import { mendOf, remarkOf, waitsForAccount } from '../mending.ts';
import { PlanBLink } from '../plan-b-link.tsx';
import { PostRemark } from '../post-remark.tsx';
import { Columns } from './columns.tsx';
import { FirstComment } from './first-comment.tsx';
import { headlineOf } from './headline.ts';
import { PostFacts } from './post-facts.tsx';
import { PostHistory, type History } from './post-history.tsx';
import { PostMedia } from './post-media.tsx';

/** Of those who have others approve their posts. */
const ApprovalPanel = lazy(async () => ({
  default: (await import('../../approvals/approval-panel.tsx')).ApprovalPanel,
}));

/** Of posts that come again. */
const SeriesPanel = lazy(async () => ({
  default: (await import('../../series/series-panel.tsx')).SeriesPanel,
}));

interface PostViewProps {
  post: Post;
  history: History;
  firstComment: FirstCommentState | null;
  /** Null where nobody has to approve it. */
  approval: Approval | null;
  connected: boolean;
  /** Has the focus when a button is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The button that closes the dialog. */
  close: ReactNode;
  footer: ReactNode;
}

/** Everything about a post, to be read. */
export function PostView(props: PostViewProps) {
  const { post, history, firstComment, connected, heading, close, footer } = props;
  // What the browser kept of before approvals, has none.
  const approval = props.approval ?? null;
  // Nor has it of before series.
  const series = post.series ?? null;
  const { user } = useSession();
  const shown = useAs(user, post.instagramAccountId);
  const asks = user !== null && (approval !== null || limitsByPlan[user.plan].approvals);
  return (
    <Columns media={<PostMedia post={post} />} footer={footer}>
      <Head post={post} heading={heading} close={close} />
      <section
        // A region that scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Conteúdo do post"
        className="min-h-0 px-[18px] pt-4 pb-5 -outline-offset-2! lg:flex-1 lg:overflow-y-auto lg:px-7 lg:pt-5"
      >
        <Trouble post={post} connected={connected} after={heading} />
        {asks ? (
          <Suspense fallback={null}>
            <ApprovalPanel post={post} approval={approval} role={user.role} after={heading} />
          </Suspense>
        ) : null}
        {series === null ? null : (
          <Suspense fallback={null}>
            <SeriesPanel series={series} after={heading} />
          </Suspense>
        )}
        <Caption caption={post.caption} />
        <SaveTemplate
          mediaType={post.mediaType}
          caption={post.caption}
          altTexts={post.mediaItems.map(({ altText }) => altText)}
          className="mt-2 -ml-2"
        />
        <FirstComment post={post} state={firstComment} after={heading} />
        <PostFacts post={post} account={shown?.instagramUsername ?? null} />
        <PostHistory history={history} />
      </section>
    </Columns>
  );
}

/** Status and type, then the hour as the headline. */
function Head({ post, heading, close }: Pick<PostViewProps, 'post' | 'heading' | 'close'>) {
  const headline = headlineOf(post.scheduledTime, useMinute());
  const isAtRisk = useIsAtRisk()(post);
  return (
    <header className="border-b border-line px-[18px] pt-2 pb-3 lg:px-7 lg:pt-4 lg:pb-[18px]">
      <div className="flex items-center gap-2.5">
        <StatusBadge status={post.status}>{postStatusNames[post.status]}</StatusBadge>
        <span className="inline-flex items-center gap-[5px] text-sm text-ink-3">
          <MediaTypeIcon type={post.mediaType} size={15} />
          {mediaTypeNames[post.mediaType]}
        </span>
        {isAtRisk ? <AtRiskMark /> : null}
        {close}
      </div>
      <AccountOf account={post.instagramAccountId} className="mt-1 flex! text-sm!" />
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
              dateTime={headline.at.toISOString()}
              className="figure-big text-[2.75rem] lg:text-[3.75rem]"
            >
              {headline.hour}
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

/** Why it waits or did not go out, and what mends that. */
function Trouble(props: {
  post: Post;
  connected: boolean;
  after: RefObject<HTMLHeadingElement | null>;
}) {
  const { post, connected, after } = props;
  const now = useMinute();
  const remark = remarkOf(post, connected, now);
  if (waitsForAccount(post, connected)) {
    return <UnconnectedWarning demo={post.demo} action={<ConnectButton />} className="mb-4" />;
  }
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
      <PlanBLink post={post} />
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
