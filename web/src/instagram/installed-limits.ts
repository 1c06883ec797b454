import {
  documentedLimits,
  INSTAGRAM_LIMITS_META,
  type InstagramLimits,
} from '@pontual/contract/shared/instagram-limits.ts';
import { readMeta } from '../ui/page/page-meta.ts';

/** The limits that the server of this installation enforces. */
export function instagramLimits(): InstagramLimits {
  const content = readMeta(INSTAGRAM_LIMITS_META);
  return content === null ? documentedLimits : (JSON.parse(content) as InstagramLimits);
}
