import { advancedAnalytics, basicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { getUserSettings, listSessions } from '@pontual/contract/identity/user.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { listInstagramAccounts, readAccountChoice } from '@pontual/contract/instagram/instagram.ts';
import { listMediaLibrary } from '@pontual/contract/posts/media-library.ts';
import { listIssues } from '@pontual/contract/posts/issues.ts';
import { listMembers, readAudit } from '@pontual/contract/identity/members.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { getPush } from '@pontual/contract/notifications/push.ts';
import { bestHours, getQueue, getNextQueueSlot } from '@pontual/contract/planning/queue.ts';
import { monthlyReport } from '@pontual/contract/insights/reports.ts';
import { listSeries } from '@pontual/contract/planning/series.ts';
import { listCustomTemplates, listTemplates } from '@pontual/contract/posts/templates.ts';
import { listApiTokens } from '@pontual/contract/public-api/api-tokens.ts';
import { listDeliveries, listWebhooks } from '@pontual/contract/public-api/webhooks.ts';
import { filledAdvancedAnalytics, aReport, filledBasicAnalytics } from './analytics-answers.ts';
import { NOW } from './calendar.ts';
import { answerComposer } from './composer.ts';
import {
  ACCOUNT_ID,
  aConnectedUser,
  aFailureIssue,
  anInstagramAccount,
  anId,
  aPost,
  PICTURE,
} from './examples.ts';
import { server } from './stub-server.ts';
import { answerWithPosts } from './default-answers.ts';
import { LONG_CAPTION, LONG_EMAIL, LONG_NAME } from './visitors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OTHER_ID = '17841400000000002';
const isoAfter = (ms: number) => new Date(NOW.getTime() + ms).toISOString();

/** Names and email address have their maximum length. */
export const anAgency = (overrides: Partial<User> = {}): User =>
  aConnectedUser({
    email: LONG_EMAIL,
    plan: 'premium',
    instagramUsername: LONG_NAME,
    workspaces: [
      { _id: 'workspace-1', name: LONG_EMAIL, role: 'owner' },
      { _id: 'workspace-2', name: 'Ateliê Barro', role: 'editor' },
    ],
    memberCount: 4,
    accounts: 2,
    ...overrides,
  });

/** Many posts today, six in three days, then one or two a day; one has failed, two are drafts. */
export function agencyPosts(): Post[] {
  const hours = Array.from({ length: 45 }, (_, index) => {
    if (index < 9) return 2 + index / 4;
    return index < 15 ? 72 + index / 4 : 24 * (4 + Math.floor((index - 15) / 1.5)) + index / 5;
  });
  const scheduledPosts = hours.map((hour, index) =>
    aPost({
      caption: index % 3 === 0 ? `Fornada ${index}` : LONG_CAPTION,
      scheduledTime: isoAfter(hour * HOUR),
      instagramAccountId: index % 5 === 0 ? OTHER_ID : ACCOUNT_ID,
    }),
  );
  return [
    ...scheduledPosts,
    aPost({ caption: LONG_CAPTION, status: 'draft', scheduledTime: null }),
    aPost({ caption: 'Fornada', status: 'draft', scheduledTime: isoAfter(2 * DAY) }),
    aPost({
      caption: LONG_CAPTION,
      status: 'failed',
      scheduledTime: isoAfter(-HOUR),
      errorMessage: 'O Instagram não aceitou a proporção deste arquivo.',
      errorAction: 'change_media',
      manualPublishing: 'offered',
    }),
  ];
}

export function answerAgency(posts: readonly Post[]): void {
  answerComposer();
  answerWithPosts(posts);
  const accounts = [
    anInstagramAccount({ username: LONG_NAME, profilePicture: PICTURE }),
    anInstagramAccount({
      instagramAccountId: OTHER_ID,
      username: 'cafe.serra',
      profilePicture: PICTURE,
      needsReconnect: true,
    }),
  ];
  server.answer(listInstagramAccounts, { accounts, limit: 5 });
  const { _id: failed = '' } = posts.at(-1) ?? {};
  const account = { instagramAccountId: ACCOUNT_ID, username: LONG_NAME };
  server.answer(listIssues, {
    issues: [
      aFailureIssue({
        account,
        postIds: [failed],
        reason: 'A proporção não é aceita pelo Instagram.',
      }),
      aFailureIssue({
        kind: 'needs_reconnect',
        account,
        action: 'reconnect',
        since: isoAfter(-DAY),
        postIds: [],
      }),
    ],
  });
  server.answer(readAccountChoice, {
    accounts: [LONG_NAME, 'cafe.serra'].map((username, index) => ({
      instagramAccountId: `1784140000000000${index + 1}`,
      username,
      pageName: 'Padaria e Confeitaria da Serra, a casa do pão de fermentação natural',
      picture: null,
      isConnected: index === 0,
      refusal: index === 0 ? null : ('missing_publish' as const),
    })),
    login: 'facebook',
    adds: true,
    room: 3,
    replaces: null,
    isAnotherPerson: false,
  });
  answerAnalytics();
  answerPlanning(posts);
  answerTemplatesAndLibrary();
  answerTeam();
}

function answerAnalytics(): void {
  server.answer(basicAnalytics, filledBasicAnalytics());
  server.answer(advancedAnalytics, filledAdvancedAnalytics(LONG_CAPTION));
  server.answer(monthlyReport, aReport(LONG_NAME, LONG_CAPTION));
}

function answerPlanning(posts: readonly Post[]): void {
  const slots = [1, 3, 5].flatMap((weekday) =>
    [540, 1110].map((minute) => ({ _id: anId(), weekday, minute })),
  );
  server.answer(getQueue, {
    slots,
    upcomingSlots: posts
      .slice(0, 12)
      .map((post) => ({ at: post.scheduledTime ?? isoAfter(DAY), posts: [post] })),
    next: isoAfter(3 * DAY),
  });
  server.answer(getNextQueueSlot, { next: isoAfter(3 * DAY), slots: slots.length });
  server.answer(bestHours, {
    measured: 40,
    needed: 3,
    hours: [{ weekday: 1, hour: 18, posts: 4, engagement: 5.1, others: 3.2 }],
  });
  server.answer(listSeries, {
    series: [
      {
        _id: anId(),
        rule: { every: 'week', weeks: 1, weekdays: [1, 2, 3, 4, 5] },
        minute: 1110,
        firstOn: '2026-01-05',
        until: null,
        mediaType: 'IMAGE',
        caption: LONG_CAPTION,
        instagramAccountId: ACCOUNT_ID,
        thumbnailUrl: PICTURE,
        next: [{ postId: anId(), at: isoAfter(DAY) }],
        issue: null,
      },
    ],
  });
}

function answerTemplatesAndLibrary(): void {
  const text = {
    mediaType: 'CAROUSEL' as const,
    caption: LONG_CAPTION,
    frames: [LONG_CAPTION, 'b'],
  };
  server.answer(listTemplates, {
    templates: [
      {
        ...text,
        _id: 'modelo',
        trade: 'padaria',
        occasion: 'promocao',
        title: 'Promoção relâmpago de fim de tarde',
        fields: [{ name: 'produto', example: 'pão de fermentação natural' }],
      },
    ],
    pagination: { page: 1, limit: 200, total: 1, pages: 1 },
  });
  server.answer(listCustomTemplates, {
    templates: [
      { ...text, _id: anId(), name: LONG_CAPTION.slice(0, 60), updatedAt: isoAfter(-DAY) },
    ],
  });
  server.answer(listMediaLibrary, {
    files: Array.from({ length: 8 }, () => ({
      _id: anId(),
      kind: 'image' as const,
      thumbnailUrl: PICTURE,
      url: PICTURE,
      bytes: 2_400_000,
      width: 1080,
      height: 1350,
      durationMs: null,
      addedAt: isoAfter(-DAY),
      caption: LONG_CAPTION,
      altText: null,
      posts: 2,
    })),
    pagination: { page: 1, limit: 30, total: 8, pages: 1 },
  });
}

function answerTeam(): void {
  server.answer(getUserSettings, {
    hasPassword: true,
    notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
    pendingEmail: { email: `novo-${LONG_EMAIL}`, expiresAt: isoAfter(HOUR) },
  });
  server.answer(getPush, { publicKey: 'key', devices: [] });
  server.answer(listSessions, {
    sessions: [
      { _id: anId(), device: 'Chrome no Windows', lastUsedAt: isoAfter(0), isCurrent: true },
      { _id: anId(), device: 'Safari no iPhone', lastUsedAt: isoAfter(-DAY), isCurrent: false },
    ],
  });
  server.answer(listMembers, {
    name: 'Padaria e Confeitaria da Serra, a casa do pão natural',
    members: (['owner', 'editor', 'approver'] as const).map((role, index) => ({
      _id: `person-${index}`,
      email: `${index}-${LONG_EMAIL}`,
      role,
      joinedAt: isoAfter(-DAY),
      isYou: index === 0,
    })),
    invitations: [
      {
        _id: anId(),
        email: `convidada-com-um-endereco-bem-comprido-${LONG_EMAIL}`,
        role: 'editor',
        sentAt: isoAfter(-DAY),
        expiresAt: isoAfter(6 * DAY),
        isExpired: false,
      },
    ],
  });
  server.answer(readAudit, {
    entries: [
      {
        _id: '1',
        at: isoAfter(-HOUR),
        who: LONG_EMAIL,
        byProgram: false,
        text: `convidou convidada-com-um-endereco-bem-comprido-${LONG_EMAIL}`,
        postId: null,
      },
    ],
    hasMore: true,
  });
  server.answer(listApiTokens, {
    tokens: [
      {
        _id: anId(),
        name: LONG_CAPTION.slice(0, 60),
        workspace: 'workspace-1',
        scopes: ['posts:read', 'posts:write', 'analytics:read'],
        createdAt: isoAfter(-DAY),
        expiresAt: isoAfter(89 * DAY),
        lastUsedAt: null,
        isExpired: false,
      },
    ],
  });
  server.answer(listWebhooks, {
    webhooks: [
      {
        _id: anId(),
        url: `https://example.com/uma-rota-bem-comprida/${'x'.repeat(60)}`,
        events: ['post.published', 'post.failed'],
        createdAt: isoAfter(-DAY),
        disabledAt: null,
        isDisabledByFailures: false,
        failingSince: isoAfter(-HOUR),
        oldSecretUntil: isoAfter(HOUR),
      },
    ],
  });
  server.answer(listDeliveries, { deliveries: [] });
}
