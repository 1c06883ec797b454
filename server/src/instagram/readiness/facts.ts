import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { readPerson } from '../connection/authorization.ts';
import { isUnservedAccount, oneOf } from '../connection/instagram-login.ts';
import { readPages, type FacebookPage } from '../connection/pages.ts';
import { isPermissionError } from '../graph/errors.ts';
import { InstagramError, NO_TOKEN, type Graph } from '../graph/graph.ts';
import { capabilitiesOf } from '../graph/logins.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import type { ReadingAccount } from '../graph/reader.ts';
import { grantedPermissions, type GrantedPermissions } from '../tokens/permissions.rules.ts';
import type { Facts } from './readiness.rules.ts';
import type { Trial } from './trial.ts';

/** Less than the browser waits for the response. */
const TIMEOUT_MS = 8000;

export interface AccountToCheck extends ReadingAccount {
  pageId: string | null;
  needsReconnect: boolean;
  isLoginRemoved: boolean;
  /** Instagram's error code, while it throttles the account or the app: each call would prolong that. */
  throttleCode: string | null;
  /** Else only what the login answers for all of its accounts is read. */
  mayTry: boolean;
}

type Answer<T> = T | undefined;
type PageFacts = Pick<Facts, 'page' | 'tasks'>;

const inspected = z.object({
  data: z.object({ is_valid: z.boolean(), ...grantedPermissions.partial().shape }),
});

interface Inspection {
  isValid: boolean;
  granted: GrantedPermissions | undefined;
}

/** Meta documents BUSINESS and MEDIA_CREATOR, and PERSONAL for another login. */
const profile = oneOf(z.object({ account_type: z.string().optional() }));

/** Of one request. */
export interface Reading {
  remainingMs: () => number;
  read: (account: AccountToCheck, options: { again: boolean }) => Promise<Facts>;
}

/** Reads from Instagram in a bounded time; what is not answered is undefined. */
export function createFactsReader(deps: {
  graph: Graph;
  trial: Trial;
  publishing: Pick<InstagramPublishing, 'quota' | 'scopesOf'>;
  requestedScopes: Record<InstagramLogin, readonly string[]>;
  clock: Clock;
  log: Log;
}): () => Reading {
  const { graph, publishing, trial, requestedScopes, clock, log } = deps;

  /** Undefined for an error of Instagram, and when the time is over. */
  async function answerOf<T>(read: () => Promise<T>, timeoutMs: number): Promise<Answer<T>> {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const cancel = clock.after(timeoutMs, () => resolve(undefined));
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

  async function inspect(token: string): Promise<Inspection> {
    if (token === NO_TOKEN) return { isValid: false, granted: undefined };
    const { data } = await graph.call('GET', 'debug_token', {
      params: { input_token: token, access_token: graph.appToken },
      answer: inspected,
    });
    const granted = grantedPermissions.safeParse(data).data;
    return { isValid: data.is_valid, granted: data.is_valid ? granted : undefined };
  }

  async function readProfileScopes(account: AccountToCheck): Promise<Inspection> {
    const scopes = await publishing.scopesOf(account);
    return { isValid: scopes !== null, granted: scopes === null ? undefined : { scopes } };
  }

  async function readPagesOrRefusal(userToken: string): Promise<FacebookPage[] | 'refused'> {
    try {
      return await readPages(graph, userToken);
    } catch (error) {
      const isForbidden = error instanceof InstagramError && isPermissionError(error.issue);
      if (isForbidden && (await readPerson(graph, userToken)) === null) return 'refused';
      throw error;
    }
  }

  async function readProfile({ login: host, token }: AccountToCheck): Promise<PageFacts> {
    try {
      const params = { fields: 'account_type' };
      const { account_type: type } = await graph.call('GET', 'me', {
        host,
        token,
        params,
        answer: profile,
      });
      return { page: type === 'PERSONAL' ? 'personal' : 'linked', tasks: undefined };
    } catch (error) {
      if (await isUnservedAccount(graph, token, error)) {
        return { page: 'refused', tasks: undefined };
      }
      throw error;
    }
  }

  return () => {
    const endsAt = clock.monotonicMs() + TIMEOUT_MS;
    const remainingMs = () => Math.max(0, endsAt - clock.monotonicMs());
    const answer = <T>(read: () => Promise<T>) => answerOf(read, remainingMs());
    // The accounts of a login have the same user token.
    const inspectUserToken = oncePerToken(inspect);
    const pagesOf = oncePerToken(readPagesOrRefusal);
    return {
      remainingMs,
      async read(account, { again }) {
        const { igUserId, login, token, userToken, throttleCode } = account;
        const { needsReconnect, isLoginRemoved } = account;
        const { hasPage, inspectsTokens } = capabilitiesOf[login];
        const pageId = account.pageId ?? undefined;
        const known = {
          igUserId,
          pageId,
          requestedScopes: requestedScopes[login],
          needsReconnect,
          isLoginRemoved,
        };
        const isHeld = needsReconnect || throttleCode !== null;
        if (isHeld) trial.forget(account);
        if (throttleCode !== null) {
          return { ...known, ...nothing, trial: { kind: 'refused', code: throttleCode } };
        }
        const options = { again, remainingMs };
        const [page, pageToken, user, quota, result] = await Promise.all([
          answer(async () =>
            hasPage ? describePage(await pagesOf(userToken), account) : readProfile(account),
          ),
          account.mayTry
            ? answer(() => (inspectsTokens ? inspect(token) : readProfileScopes(account)))
            : undefined,
          inspectsTokens ? answer(() => inspectUserToken(userToken)) : undefined,
          account.mayTry ? answer(() => publishing.quota(account)) : undefined,
          account.mayTry && !isHeld ? answer(() => trial.run(account, options)) : undefined,
        ]);
        return {
          ...known,
          isTokenValid: pageToken?.isValid,
          granted: pageToken?.granted ?? user?.granted,
          page: page?.page,
          tasks: page?.tasks,
          quota,
          trial: result,
        };
      },
    };
  };
}

const nothing = {
  isTokenValid: undefined,
  granted: undefined,
  page: undefined,
  tasks: undefined,
  quota: undefined,
};

function oncePerToken<T>(read: (token: string) => Promise<T>): (token: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (token) => {
    const reading = known.get(token) ?? read(token);
    known.set(token, reading);
    return reading;
  };
}

/** A page that is linked to another account than this one is not linked to it. */
function describePage(
  pages: readonly FacebookPage[] | 'refused',
  { pageId, igUserId }: Pick<AccountToCheck, 'pageId' | 'igUserId'>,
): PageFacts {
  if (pages === 'refused') return { page: 'refused', tasks: undefined };
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
