import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';

/** In whose window the owner logs in. */
export const loginNames: Record<InstagramLogin, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
};
