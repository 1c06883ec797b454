import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** Whom an issue names as its cause. `operator`: our server, or the network in front of it. */
export type Blame = 'instagram' | 'account' | 'file' | 'operator';

/** The sandbox meets the calls of `steps` with `fault`, for `minutes` or for `times` calls, on one account or on all. */
export interface FaultAct {
  at: number;
  steps: readonly string[];
  fault: string;
  account?: number;
  minutes?: number;
  times?: number;
}

/**
 * What a person does outside of the product: `reconnect` logs in again and grants everything, `withdraw` takes the page
 * of the account, or publishing on it, out of what the app may use.
 */
export type PersonAct =
  | { at: number; reconnect: number }
  | { at: number; withdraw: 'page' | 'publishing'; account: number };

/** From then on Instagram blocks an account that publishes within this time of its last publication. */
export interface BurstAct {
  at: number;
  burstMs: number;
}

/** At a minute of the run. */
export type Act = FaultAct | PersonAct | BurstAct;

export interface Exhibit {
  id: string;
  title: string;
  /** Issues and pull requests as `owner/repository#number`, or a public page. */
  sources: readonly string[];
  /** When it was reported, or lasted. */
  dates: string;
  /** By a user of a scheduler that it hit. */
  seen: string;
  /**
   * `one-person`: the fourth and the fifth account belong to one person; `one-person-has-all`: all five do.
   * `instagram-login`: the third account has logged in without a page. `posts-together`: five posts of each account
   * are due at the same time.
   */
  setting?: 'one-person' | 'one-person-has-all' | 'instagram-login' | 'posts-together';
  /** Waves of one post of each account, each of which has one type. Ten waves by default. */
  plan?: { waves: number; types: readonly MediaType[] };
  script: readonly Act[];
  expected: {
    /** The only one, besides Instagram, whom a notification or an issue may name; null: no owner is notified. */
    blame: Blame | null;
    /** Posts that end without being published, each with a notification. By default none. */
    unpublished?: number;
    /** Accounts that wait for their owner. */
    offAir?: readonly number[];
    /** The alert that must fire, or null for none of those that the museum evaluates. */
    alert: 'InstagramRefuses' | 'InstagramSilent' | 'PublicationsAbsent' | null;
    /** Instagram asks for a wait: instead of a notification, the issue of a late post says until when. */
    hasForecast?: true;
  };
}
