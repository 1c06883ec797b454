import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';

export interface LoginCapabilities {
  /** The account hangs on a Facebook page, with tasks and a token of its own. */
  hasPage: boolean;
  /** `debug_token` tells what a token permits. */
  inspectsTokens: boolean;
  /** A video may be sent as bytes. */
  receivesVideos: boolean;
  searchesLocations: boolean;
  /** A call gives all permissions of a person back. */
  revokesPermissions: boolean;
}

export const logins = ['facebook', 'instagram'] as const satisfies InstagramLogin[];

/** What the API offers to a connection, by the login of its owner (docs/instagram.md, Instagram Login). */
export const capabilitiesOf: Record<InstagramLogin, LoginCapabilities> = {
  facebook: {
    hasPage: true,
    inspectsTokens: true,
    receivesVideos: true,
    searchesLocations: true,
    revokesPermissions: true,
  },
  instagram: {
    hasPage: false,
    inspectsTokens: false,
    receivesVideos: false,
    searchesLocations: false,
    revokesPermissions: false,
  },
};

/** Those that offer it. */
export const loginsWith = (capability: keyof LoginCapabilities): InstagramLogin[] =>
  logins.filter((login) => capabilitiesOf[login][capability]);
