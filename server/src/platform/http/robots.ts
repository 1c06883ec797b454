/** The user agent with which Meta fetches the media of a post. */
export const MEDIA_FETCHER = 'facebookexternalhit';

export const FETCHED_MEDIA_PATH = '/media/i/';

const DISALLOWED = ['Disallow: /export/', 'Disallow: /media/'];

/** A group for one crawler replaces the group for all; Meta's fetcher also builds link previews. */
export function robotsText(origin: string): string {
  return [
    `User-agent: ${MEDIA_FETCHER}`,
    `Allow: ${FETCHED_MEDIA_PATH}`,
    ...DISALLOWED,
    '',
    'User-agent: *',
    ...DISALLOWED,
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
