import { getUserSettings } from '@pontual/contract/identity/user.ts';
import { me, type User } from '@pontual/contract/identity/auth.ts';
import { listPlans, subscriptionStatus } from '@pontual/contract/billing/billing.ts';
import { listBatches } from '@pontual/contract/planning/bulk.ts';
import { listInstagramAccounts } from '@pontual/contract/instagram/instagram.ts';
import {
  checkInstagramAccounts,
  checkOfferedAccounts,
} from '@pontual/contract/instagram/readiness.ts';
import { listMediaLibrary } from '@pontual/contract/posts/media-library.ts';
import { listIssues } from '@pontual/contract/posts/issues.ts';
import { readApprovalRules } from '@pontual/contract/planning/approvals.ts';
import { getPause } from '@pontual/contract/planning/pause.ts';
import { listMembers } from '@pontual/contract/identity/members.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan, planCatalogue } from '@pontual/contract/billing/plans.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import {
  getPost,
  listMediaTypes,
  listPosts,
  postStats,
  type Post,
} from '@pontual/contract/posts/posts.ts';
import { listSeries } from '@pontual/contract/planning/series.ts';
import { myMessages } from '@pontual/contract/operations/support.ts';
import { anInstagramAccount } from './examples.ts';
import { server } from './stub-server.ts';

/** Answers of the test itself take precedence, before or after this call. */
export function answerUserDefaults(user: User): void {
  const none = { pagination: { page: 1, limit: 20, total: 0, pages: 0 } };
  server.answerByDefault(me, { user });
  server.answerByDefault(planLimits, { limits: limitsByPlan[user.plan] });
  server.answerByDefault(listPlans, { plans: planCatalogue });
  server.answerByDefault(subscriptionStatus, {
    user: { plan: user.plan, subscriptionStatus: user.subscriptionStatus },
    subscription: null,
    refundDays: 30,
  });
  server.answerByDefault(getUserSettings, {
    hasPassword: true,
    notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
    pendingEmail: null,
  });
  server.answerByDefault(listInstagramAccounts, {
    accounts: user.instagramAccountId === null ? [] : [anInstagramAccount()],
    limit: limitsByPlan[user.plan].accounts,
  });
  server.answerByDefault(checkInstagramAccounts, { accounts: [] });
  server.answerByDefault(checkOfferedAccounts, { accounts: [] });
  server.answerByDefault(listIssues, { issues: [] });
  server.answerByDefault(getPause, { pause: null, held: 0, underWay: 0 });
  server.answerByDefault(listMediaTypes, {
    mediaTypes: [...mediaTypeOptions],
    firstComments: true,
  });
  server.answerByDefault(listPosts, { posts: [], ...none });
  server.answerByDefault(postStats, buildStats([]));
  server.answerByDefault(listMediaLibrary, {
    files: [],
    pagination: { page: 1, limit: 30, total: 0, pages: 0 },
  });
  server.answerByDefault(listSeries, { series: [] });
  server.answerByDefault(listBatches, { batches: [] });
  server.answerByDefault(readApprovalRules, { otherApprover: false });
  server.answerByDefault(listMembers, { name: null, members: [], invitations: [] });
  server.answerByDefault(myMessages, { messages: [] });
}

export function answerWithPosts(posts: readonly Post[]): void {
  server.answer(listPosts, ({ query }) => {
    const { from, to, status, mediaType, account, awaiting, order, limit } = query;
    const found = posts.filter(
      (post) =>
        (account === undefined || post.instagramAccountId === account) &&
        (awaiting === undefined || post.awaiting) &&
        (from === undefined || (post.scheduledTime ?? '') >= from) &&
        (to === undefined || (post.scheduledTime !== null && post.scheduledTime < to)) &&
        (status === 'ALL' || post.status === status) &&
        (mediaType === 'ALL' || post.mediaType === mediaType),
    );
    const total = found.length;
    if (order === 'desc') found.reverse();
    return { posts: found, pagination: { page: 1, limit, total, pages: 1 } };
  });
  server.answer(postStats, buildStats(posts));
  server.answer(getPost, ({ params }) => {
    const post = posts.find(({ _id }) => _id === params.id);
    if (post === undefined) throw new Error(`no post ${params.id}`);
    return { post, history: [], firstComment: null, approval: null };
  });
}

function buildStats(posts: readonly Post[]) {
  const count = (...among: Post['status'][]) =>
    posts.filter(({ status }) => among.includes(status)).length;
  const [nextPost = null] = posts
    .filter(({ status }) => status === 'scheduled')
    .toSorted((a, b) => (a.scheduledTime ?? '').localeCompare(b.scheduledTime ?? ''));
  return {
    total: posts.length,
    scheduled: count('scheduled'),
    published: count('published'),
    drafts: count('draft'),
    failed: count('failed', 'error', 'expired'),
    thisWeek: count('scheduled'),
    thisMonth: count('scheduled', 'pending', 'published'),
    awaiting: null,
    nextPost,
  };
}
