import type { User } from '@pontual/contract/identity/auth.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import type { Issue } from '@pontual/contract/posts/issues.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

export const PICTURE =
  'data:image/gif;base64,R0lGODlhAQABAIAAAJmZmQAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

export const ACCOUNT_ID = '17841400000000001';

export const aUser = (overrides: Partial<User> = {}): User => ({
  _id: 'user-1',
  email: 'ana@example.com',
  isEmailVerified: true,
  plan: 'free',
  subscriptionStatus: overrides.plan === undefined || overrides.plan === 'free' ? 'none' : 'active',
  instagramAccountId: null,
  instagramUsername: null,
  instagramConnectedAt: null,
  profilePicture: null,
  role: 'owner',
  workspace: 'workspace-1',
  workspaces: [{ _id: 'workspace-1', name: 'ana@example.com', role: 'owner' }],
  memberCount: 1,
  accounts: 0,
  ...overrides,
});

export const aConnectedUser = (overrides: Partial<User> = {}): User =>
  aUser({
    instagramAccountId: ACCOUNT_ID,
    instagramUsername: 'atelie.barro',
    instagramConnectedAt: '2026-01-05T12:00:00.000Z',
    accounts: 1,
    ...overrides,
  });

export const anInstagramAccount = (
  overrides: Partial<InstagramAccount> = {},
): InstagramAccount => ({
  instagramAccountId: ACCOUNT_ID,
  username: 'atelie.barro',
  login: 'facebook',
  connectedAt: '2026-01-05T12:00:00.000Z',
  profilePicture: null,
  needsReconnect: false,
  included: true,
  ...overrides,
});

let idCount = 0;

export function anId(): string {
  idCount += 1;
  return `00000000-0000-4000-8000-${String(idCount).padStart(12, '0')}`;
}

export const aPost = (overrides: Partial<Post> = {}): Post => ({
  _id: anId(),
  mediaType: 'IMAGE',
  status: 'scheduled',
  caption: 'Fornada da manhã',
  scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
  createdAt: '2026-01-06T12:00:00.000Z',
  publishedAt: null,
  imageUrl: PICTURE,
  videoUrl: null,
  mediaItems: [
    {
      type: 'image',
      url: PICTURE,
      thumbnailUrl: PICTURE,
      coverUrl: null,
      width: 1080,
      height: 1080,
      durationMs: null,
      altText: null,
      state: 'ready',
      progress: null,
      readyInMs: null,
      refusal: null,
    },
  ],
  fit: [null],
  reelsConfig: null,
  collaborators: [],
  locationId: null,
  userTags: [],
  firstComment: '',
  demo: false,
  instagramAccountId: ACCOUNT_ID,
  ready: true,
  permalink: null,
  errorMessage: null,
  errorAction: null,
  forecastAt: null,
  manualPublishing: null,
  awaiting: false,
  series: null,
  ...overrides,
});

export const aFailureIssue = (overrides: Partial<Issue> = {}): Issue => ({
  id: anId(),
  kind: 'failed',
  severity: 'now',
  account: { instagramAccountId: ACCOUNT_ID, username: 'atelie.barro' },
  reason: null,
  since: null,
  postIds: [anId()],
  total: 1,
  failed: 1,
  firstDue: '2026-01-07T12:00:00.000Z',
  lastDue: '2026-01-07T12:00:00.000Z',
  mediaType: 'IMAGE',
  action: 'correct_post',
  canDismiss: true,
  ...overrides,
});
