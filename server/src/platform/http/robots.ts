/** The user agent with which Meta fetches the media of a post. */
export const MEDIA_FETCHER = 'facebookexternalhit';

/** The path of that media: links of containers only. */
export const FETCHED_MEDIA_PATH = '/media/i/';

const DISALLOWED = ['Disallow: /export/', 'Disallow: /media/'];

/**
 * Returns the text of robots.txt. A group for one crawler replaces the group for all, so that Meta's fetcher,
 * which also builds link previews, needs the same rules again.
 */
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
