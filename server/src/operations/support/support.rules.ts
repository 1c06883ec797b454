import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import type { SpamMark } from '../../platform/database/rows.ts';

/** No person fills in the form in less time. */
const HASTY_MS = 3000;
/** A request for help has one or two links; an advertisement has many. */
const MAX_LINKS = 2;

/** Any word after a dot would match typing mistakes, too. */
const endings =
  'com|net|org|br|info|biz|io|co|app|dev|xyz|shop|site|online|store|top|click|link|club|live|vip|me|ly|gg|tv|ru|cn|win|bet|pro';
/** Matches links without a scheme, too, but not the domain of an email address or a part of another link. */
const link = new RegExp(
  `\\bhttps?:\\/\\/|(?<!\\/)\\bwww\\.|\\[url\\b|(?<![\\p{L}\\w@/.-])(?:[\\p{L}\\d][\\p{L}\\d-]*\\.)+(?:${endings})\\b(?![\\w.-]*@)`,
  'giu',
);
const linksIn = (text: string) => text.match(link)?.length ?? 0;

/** A marked message is never refused, so that a mistaken person still reaches the team. */
export function findSpamMarks(message: SupportMessage, openFor: number | undefined): SpamMark[] {
  const isHasty = openFor !== undefined && openFor < HASTY_MS;
  const isFullOfLinks =
    linksIn(message.message) > MAX_LINKS || linksIn(`${message.name} ${message.subject}`) > 0;
  return [...(isHasty ? (['hasty'] as const) : []), ...(isFullOfLinks ? (['links'] as const) : [])];
}
