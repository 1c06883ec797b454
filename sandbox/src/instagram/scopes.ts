export const SCOPES = [
  'public_profile',
  'email',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_contents',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
  'ads_management',
  'ads_read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Splits a `scope` parameter, separated by commas or spaces. */
export function splitScopes(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !SCOPES.some((known) => known === scope));
}
