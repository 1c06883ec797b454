export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
  'instagram_business_manage_messages',
] as const;

/** Returns the name that a permission of Facebook Login has here; some do not exist. */
export const instagramScopeOf = (scope: string): string =>
  scope.replace(/^instagram_/, 'instagram_business_');
