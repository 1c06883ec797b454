import { INSTAGRAM_LOGIN_META } from '@pontual/contract/shared/page-meta.ts';
import { readMeta } from '../ui/page/page-meta.ts';

/** Beside the login with a page. */
export const offersInstagramLogin = (): boolean => readMeta(INSTAGRAM_LOGIN_META) !== null;
