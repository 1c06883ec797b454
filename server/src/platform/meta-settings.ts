import {
  documentedLimits,
  HASHTAGS_PER_POST,
  type InstagramLimits,
  TALL_IMAGE_RATIO,
} from '@pontual/contract/shared/instagram-limits.ts';

/** The versions of the Graph API that the tests publish with; the first is the default. */
export const GRAPH_VERSIONS = ['v25.0', 'v26.0', 'v27.0'] as const;
export type GraphVersion = (typeof GRAPH_VERSIONS)[number];

/** Without one of these permissions, nothing can be connected and published. */
export const REQUIRED_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_read_engagement',
  'pages_show_list',
] as const;

export const INSIGHTS_SCOPE = 'instagram_manage_insights';
export const COMMENTS_SCOPE = 'instagram_manage_comments';
export const PORTFOLIO_SCOPE = 'business_management';

const DEFAULT_SCOPES = [
  ...REQUIRED_SCOPES,
  PORTFOLIO_SCOPE,
  // Optional: without it, posts are published but their insights are unknown.
  INSIGHTS_SCOPE,
  // Optional: without it, first comments are neither offered nor written.
  COMMENTS_SCOPE,
].join(',');

/** Of Instagram Login; without one of these, nothing can be connected and published. */
export const REQUIRED_INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
] as const;

const DEFAULT_INSTAGRAM_SCOPES = [
  ...REQUIRED_INSTAGRAM_SCOPES,
  'instagram_business_manage_insights',
  'instagram_business_manage_comments',
].join(',');

/** Separated by commas or spaces. */
export const readScopes = (text: string): string[] =>
  text.split(/[\s,]+/).filter((scope) => scope !== '');

export const DEFAULT_META_SETTINGS = {
  META_GRAPH_VERSION: GRAPH_VERSIONS[0],
  META_SCOPES: DEFAULT_SCOPES,
  INSTAGRAM_DIALOG_URL: 'https://www.instagram.com',
  INSTAGRAM_TOKEN_URL: 'https://api.instagram.com',
  INSTAGRAM_GRAPH_URL: 'https://graph.instagram.com',
  INSTAGRAM_SCOPES: DEFAULT_INSTAGRAM_SCOPES,
  INSTAGRAM_HASHTAGS: 'warn',
  INSTAGRAM_TALL_PICTURES: 'refuse',
} as const;

export const readInstagramLimits = (settings: {
  INSTAGRAM_HASHTAGS: 'warn' | 'refuse';
  INSTAGRAM_TALL_PICTURES: 'refuse' | 'accept';
  PUBLISH_GAP_SECONDS: number;
}): InstagramLimits => ({
  ...documentedLimits,
  publishGapSeconds: settings.PUBLISH_GAP_SECONDS,
  ...(settings.INSTAGRAM_HASHTAGS === 'refuse' ? { maxHashtags: HASHTAGS_PER_POST } : {}),
  ...(settings.INSTAGRAM_TALL_PICTURES === 'accept' ? { minImageRatio: TALL_IMAGE_RATIO } : {}),
});
