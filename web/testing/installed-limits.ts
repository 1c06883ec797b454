import {
  documentedLimits,
  INSTAGRAM_LIMITS_META,
  type InstagramLimits,
} from '@pontual/contract/shared/instagram-limits.ts';
import { onTestFinished } from 'vitest';

/** Until the end of the test the installation has these limits. */
export function installLimits(limits: Partial<InstagramLimits>): void {
  const meta = document.createElement('meta');
  meta.name = INSTAGRAM_LIMITS_META;
  meta.content = JSON.stringify({ ...documentedLimits, ...limits });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
