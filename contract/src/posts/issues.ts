import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { instant, mediaTypes } from './posts.ts';

/** `unknown_outcome`: the result of the publish call is unknown; only the user can check it on Instagram. */
const issueKinds = [
  'needs_reconnect',
  'restricted',
  'at_risk',
  'unknown_outcome',
  'failed',
] as const;

/** The web shows the matching button. `correct_post`: an edit of the one affected post. */
const issueActions = ['reconnect', 'retry_account', 'correct_post', 'review_posts'] as const;

export const ISSUE_POSTS_MAX = 200;

const issue = z.object({
  /** Stable for as long as the cause is the same. */
  id: z.string(),
  kind: z.enum(issueKinds),
  /** `now`: harm has occurred or is due within 24 hours, or an account publishes nothing. */
  severity: z.enum(['now', 'soon']),
  account: z.nullable(z.object({ instagramAccountId: z.string(), username: z.string() })),
  /** Portuguese; null where several posts have different reasons. */
  reason: z.nullable(z.string()),
  /** For an account: start of the issue; null where unknown. */
  since: z.nullable(instant),
  /** Earliest first: posts at risk, or for `failed` and `unknown_outcome` those in this state. */
  postIds: z.array(z.string()),
  total: z.int(),
  /** For an account: number of posts that have failed because of it and were not dismissed. */
  failed: z.int(),
  /** The due time of the first post at risk; null where none is. */
  firstDue: z.nullable(instant),
  /** For `at_risk`, `unknown_outcome` and `failed`: the type of a single post, and the last due time. */
  mediaType: z.nullable(z.enum(mediaTypes)),
  lastDue: z.nullable(instant),
  action: z.enum(issueActions),
  canDismiss: z.boolean(),
});
export type Issue = z.output<typeof issue>;

const issueList = z.object({ issues: z.array(issue) });

export const listIssues = endpoint({
  method: 'GET',
  path: '/issues',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns the issues that only the user can resolve: Instagram accounts that must be reconnected or are restricted, posts at risk, posts with an unknown outcome and failed posts. The most severe come first, then the earliest due.',
  data: issueList,
});

export const dismissFailures = endpoint({
  method: 'POST',
  path: '/issues/dismissals',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Dismisses failed posts from the issues for the whole workspace and returns the remaining issues. The posts stay unchanged; a post that fails again is an issue again.',
  body: z.strictObject({
    postIds: z
      .array(z.uuid('Dados inválidos'), 'Escolha os posts')
      .check(
        z.minLength(1, 'Escolha os posts'),
        z.maxLength(ISSUE_POSTS_MAX, 'Escolha menos posts'),
      ),
  }),
  data: issueList,
});

/** `unanswered`: Instagram gave no answer, or restricts only publishing. */
const retryOutcomes = ['works', 'restricted', 'needs_reconnect', 'unanswered'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

export const retryInstagramAccount = endpoint({
  method: 'POST',
  path: '/instagram/accounts/:id/retry',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Tests whether a restricted Instagram account may publish again, after its owner resolved the restriction, and then retries its posts at once. The outcome is `unanswered` when the test is inconclusive. 404 NOT_FOUND, 429 RATE_LIMITED within a minute.',
  params: z.object({ id: instagramAccountId }),
  data: z.extend(issueList, { outcome: z.enum(retryOutcomes) }),
});
