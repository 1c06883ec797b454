import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import type { SpamMark } from '../../platform/database/tables-support.ts';

/** Nobody reads the form and fills in five fields sooner. */
const HASTY_MS = 3000;
/** Somebody who asks for help shows an address or two; who sells something shows many. */
const MAX_LINKS = 2;

/** Ends of names that are advertised; of any word after a dot too many would be typing mistakes. */
const endings =
  'com|net|org|br|info|biz|io|co|app|dev|xyz|shop|site|online|store|top|click|link|club|live|vip|me|ly|gg|tv|ru|cn|win|bet|pro';
/** Also without a scheme; not the second half of an address of mail or of a link. */
const link = new RegExp(
  `\\bhttps?:\\/\\/|(?<!\\/)\\bwww\\.|\\[url\\b|(?<![\\p{L}\\w@/.-])(?:[\\p{L}\\d][\\p{L}\\d-]*\\.)+(?:${endings})\\b(?![\\w.-]*@)`,
  'giu',
);
const linksIn = (text: string) => text.match(link)?.length ?? 0;

/**
 * What makes a message look like spam. It is marked and never refused: whoever is taken for a
 * machine by mistake is read all the same.
 */
export function findSpamMarks(message: SupportMessage, openFor: number | undefined): SpamMark[] {
  const isHasty = openFor !== undefined && openFor < HASTY_MS;
  const isFullOfLinks =
    linksIn(message.message) > MAX_LINKS || linksIn(`${message.name} ${message.subject}`) > 0;
  return [...(isHasty ? (['hasty'] as const) : []), ...(isFullOfLinks ? (['links'] as const) : [])];
}
