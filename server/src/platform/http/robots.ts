/** The name under which Meta fetches what a post is made of. */
export const MEDIA_FETCHER = 'facebookexternalhit';

/** Where it finds that: links of containers, and nothing else. */
export const FETCHED_MEDIA_PATH = '/media/i/';

const DISALLOWED = ['Disallow: /export/', 'Disallow: /media/'];

/**
 * What crawlers may read. A group of its own replaces the one of all others, so that Meta's fetcher,
 * which also makes previews of links, is told what they are told.
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
