import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { readPerson } from '../connection/authorization.ts';
import { readPages, type FacebookPage } from '../connection/pages.ts';
import { isPermissionError } from '../graph/errors.ts';
import { InstagramError, NO_TOKEN, type Graph } from '../graph/graph.ts';
import { capabilitiesOf } from '../graph/logins.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import type { ReadingAccount } from '../graph/reader.ts';
import { grantedPermissions, type GrantedPermissions } from '../tokens/permissions.rules.ts';
import type { Facts } from './readiness.rules.ts';
import type { TryPosting } from './trial.ts';

/** The user waits for the answers. */
const TIMEOUT_MS = 12_000;

export interface AccountToCheck extends ReadingAccount {
  pageId: string | null;
  needsReconnect: boolean;
  /** Instagram's error code, while it throttles the account: each call would prolong that. */
  throttleCode: string | null;
}

type Answer<T> = T | undefined;
type PageFacts = Pick<Facts, 'page' | 'tasks'>;

const inspected = z.object({
  data: z.object({ is_valid: z.boolean(), ...grantedPermissions.partial().shape }),
});

export type ReadFacts = (account: AccountToCheck) => Promise<Facts>;

/** Reads from Instagram in a bounded time; what is not answered is undefined. */
export function createFactsReader(deps: {
  graph: Graph;
  tryPosting: TryPosting;
  publishing: Pick<InstagramPublishing, 'quota' | 'scopesOf'>;
  requestedScopes: readonly string[];
  clock: Clock;
  log: Log;
}): ReadFacts {
  const { graph, publishing, tryPosting, requestedScopes, clock, log } = deps;

  /** Undefined for an error of Instagram, and when the time is over. */
  async function answerOf<T>(read: () => Promise<T>): Promise<Answer<T>> {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const cancel = clock.after(TIMEOUT_MS, () => resolve(undefined));
    const answer = read().catch((error: unknown) => {
      if (!(error instanceof InstagramError)) throw error;
      log.info({ code: error.issue.code }, 'a part of the readiness could not be read');
      return undefined;
    });
    try {
      return await Promise.race([answer, timeout]);
    } finally {
      cancel();
    }
  }

  async function inspect(
    account: AccountToCheck,
    token: string,
  ): Promise<{ isValid: boolean; granted: GrantedPermissions | undefined }> {
    if (!capabilitiesOf[account.login].inspectsTokens) {
      const scopes = await publishing.scopesOf(account);
      return { isValid: scopes !== null, granted: scopes === null ? undefined : { scopes } };
    }
    if (token === NO_TOKEN) return { isValid: false, granted: undefined };
    const { data } = await graph.call('GET', 'debug_token', {
      params: { input_token: token, access_token: graph.appToken },
      answer: inspected,
    });
    const granted = grantedPermissions.safeParse(data).data;
    return { isValid: data.is_valid, granted: data.is_valid ? granted : undefined };
  }

  async function readPageFacts({ userToken, login, ...ids }: AccountToCheck): Promise<PageFacts> {
    // No page is missing where none is needed.
    if (!capabilitiesOf[login].hasPage) return { page: 'linked', tasks: undefined };
    try {
      return describePage(await readPages(graph, userToken), ids);
    } catch (error) {
      const isForbidden = error instanceof InstagramError && isPermissionError(error.issue);
      if (isForbidden && (await readPerson(graph, userToken)) === null) {
        return { page: 'refused', tasks: undefined };
      }
      throw error;
    }
  }

  return async (account) => {
    const { igUserId, pageId, needsReconnect, throttleCode } = account;
    const [pageToken, userToken, page, quota, trial] = await Promise.all([
      answerOf(() => inspect(account, account.token)),
      answerOf(() => inspect(account, account.userToken)),
      answerOf(() => readPageFacts(account)),
      answerOf(() => publishing.quota(account)),
      throttleCode === null && !needsReconnect ? answerOf(() => tryPosting(account)) : undefined,
    ]);
    return {
      igUserId,
      pageId: pageId ?? undefined,
      requestedScopes,
      needsReconnect,
      isTokenValid: pageToken?.isValid,
      granted: pageToken?.granted ?? userToken?.granted,
      page: page?.page,
      tasks: page?.tasks,
      quota,
      trial: throttleCode === null ? trial : { kind: 'refused', code: throttleCode },
    };
  };
}

/** A page that is linked to another account than this one is not linked to it. */
function describePage(
  pages: readonly FacebookPage[],
  { pageId, igUserId }: Pick<AccountToCheck, 'pageId' | 'igUserId'>,
): PageFacts {
  const page = pages.find(({ id }) => id === pageId);
  if (page === undefined) return { page: 'missing', tasks: undefined };
  const {
    tasks,
    instagram_business_account: professional,
    connected_instagram_account: other,
  } = page;
  if (professional?.id === igUserId) return { page: 'linked', tasks };
  return { page: other?.id === igUserId ? 'personal' : 'unlinked', tasks };
}
