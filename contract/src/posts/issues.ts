import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { instant, mediaTypes } from './posts.ts';

/** `unknown_outcome`: nobody knows whether the posts were published; only the user can look. */
const issueKinds = ['disconnected', 'restricted', 'at_risk', 'unknown_outcome', 'failed'] as const;

/** What mends a need; the web shows the matching button. `correct_post`: a change of its one post does. */
const issueActions = ['reconnect', 'retry_account', 'correct_post', 'review_posts'] as const;

/** A need names so many of its posts; `total` counts all of them. */
export const ISSUE_POSTS_MAX = 200;

/** Something that only the user can put right. */
const issue = z.object({
  /** The same for as long as it is about the same cause. */
  id: z.string(),
  kind: z.enum(issueKinds),
  /** `now`: harm is done or comes within 24 hours, or an account publishes nothing. */
  severity: z.enum(['now', 'soon']),
  account: z.nullable(z.object({ instagramAccountId: z.string(), username: z.string() })),
  /** Portuguese; null where several posts have different reasons. */
  reason: z.nullable(z.string()),
  /** Of an account: since when; null where that is not known. */
  since: z.nullable(instant),
  /** The posts at risk, earliest first; of `failed` and `unknown_outcome` those that ended so. */
  postIds: z.array(z.string()),
  total: z.int(),
  /** Of an account: how many posts have already failed because of it, and were not dismissed. */
  failed: z.int(),
  /** The due time of the first post at risk; null where none is. */
  firstDue: z.nullable(instant),
  /** Of `at_risk`, `unknown_outcome` and `failed`: the type of a single post, and when the last one was due. */
  mediaType: z.nullable(z.enum(mediaTypes)),
  lastDue: z.nullable(instant),
  action: z.enum(issueActions),
  canDismiss: z.boolean(),
});
export type Issue = z.output<typeof issue>;

const issueList = z.object({ needs: z.array(issue) });

export const listIssues = endpoint({
  method: 'GET',
  path: '/needs',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'What needs the user: disconnected or restricted accounts, posts at risk, posts whose outcome nobody knows and posts that failed; the worst first, then the earliest due.',
  data: issueList,
});

export const dismissFailures = endpoint({
  method: 'POST',
  path: '/needs/dismissals',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Takes failed posts out of the needs, for the whole workspace; the posts stay as they are, and one that fails again is a need again.',
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

/**
 * What a test of an account says: it may publish, is still restricted, needs a new authorisation, or
 * the test cannot tell: Instagram gave no answer, or restricts only what is published.
 */
const retryOutcomes = ['works', 'restricted', 'disconnected', 'unanswered'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

export const retryInstagramAccount = endpoint({
  method: 'POST',
  path: '/instagram/accounts/:id/retry',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Tests whether an account that Instagram had restricted may publish again, once its owner has resolved that; what waits is then tried at once. `unanswered` where the test cannot tell. 404 NOT_FOUND, 429 RATE_LIMITED within a minute.',
  params: z.object({ id: instagramAccountId }),
  data: z.extend(issueList, { outcome: z.enum(retryOutcomes) }),
});
