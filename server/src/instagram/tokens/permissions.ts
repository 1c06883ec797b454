import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import {
  accountUnavailable,
  isTokenRefused,
  isUnconfirmedLoss,
  pageUnlinked,
  refusedDespitePermission,
} from '../graph/errors.ts';
import { InstagramError, NO_TOKEN, type Graph } from '../graph/graph.ts';
import { capabilitiesOf } from '../graph/logins.ts';
import {
  grantedPermissions,
  PUBLISHING_SCOPES,
  scopesFor,
  toFacebookScopes,
} from './permissions.rules.ts';
import type { PublishingAccount } from '../graph/publishing-account.ts';
import type { CallLimiter } from '../graph/call-limiter.ts';

const tokenInfo = z.object({
  data: z.object({
    ...grantedPermissions.partial().shape,
    is_valid: z.boolean(),
    profile_id: z.string().optional().catch(undefined),
  }),
});

/** Many posts of an account are refused at once, and each is tried again. A lost permission is noticed after that. */
const CONFIRMED_MS = 30_000;
/** Graph omits a field during an outage, so the page is believed when it is read again at least a minute later. */
const UNLINKED_AFTER_MS = 60_000;
/** Older readings say nothing about the time between them. */
const UNLINKED_WITHIN_MS = 15 * 60_000;

const linkedPage = z.object({
  id: z.string(),
  instagram_business_account: z.object({ id: z.string() }).optional(),
});

const keyOf = ({ igUserId, token }: PublishingAccount): string => `${igUserId} ${token}`;

export type Permissions = ReturnType<typeof createPermissions>;

export function createPermissions(
  graph: Graph,
  callLimiter: CallLimiter,
  requiredScopes: readonly string[] = PUBLISHING_SCOPES,
) {
  const inspections = new Map<string, Promise<z.infer<typeof tokenInfo>>>();
  const confirmedAt = new LRUCache<string, number>({ max: 1000 });
  const unlinkedSince = new LRUCache<string, number>({ max: 1000 });

  /** Callers at the same time share one call. */
  function inspect({ igUserId, token }: PublishingAccount): Promise<z.infer<typeof tokenInfo>> {
    const running = inspections.get(token);
    if (running !== undefined) return running;
    const params = { input_token: token, access_token: graph.appToken };
    const inspection = callLimiter
      .runRead(igUserId, () => graph.call('GET', 'debug_token', { params, answer: tokenInfo }))
      .finally(() => inspections.delete(token));
    inspections.set(token, inspection);
    return inspection;
  }

  /**
   * By the names of Facebook Login; null when the token is invalid.
   * @throws InstagramError when debug_token is not available.
   */
  async function scopesOf(account: PublishingAccount): Promise<string[] | null> {
    const { igUserId, login, token, grantedScopes } = account;
    if (token === NO_TOKEN) return null;
    if (!capabilitiesOf[login].inspectsTokens) {
      return (await readsProfile(account)) ? toFacebookScopes(grantedScopes ?? []) : null;
    }
    const { data } = await inspect(account);
    const { is_valid: isValid, scopes = [], granular_scopes, profile_id: pageId } = data;
    return isValid ? scopesFor({ igUserId, pageId }, { scopes, granular_scopes }) : null;
  }

  /** @throws InstagramError for any answer that says nothing about the token. */
  async function readsProfile({ igUserId, login, token }: PublishingAccount): Promise<boolean> {
    try {
      await callLimiter.runRead(igUserId, () =>
        graph.call('GET', 'me', {
          host: login,
          token,
          params: { fields: 'user_id' },
          answer: z.unknown(),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof InstagramError && isTokenRefused(error.issue)) return false;
      throw error;
    }
  }

  /** @throws InstagramError when debug_token is not available. */
  async function hasScopes(
    account: PublishingAccount,
    scopes: readonly string[],
  ): Promise<boolean> {
    const granted = await scopesOf(account);
    return scopes.every((scope) => granted?.includes(scope) === true);
  }

  /** Undefined when `debug_token` is not available. */
  async function stillHasScopes(account: PublishingAccount): Promise<boolean | undefined> {
    const key = keyOf(account);
    const now = graph.now().getTime();
    if (Math.abs(now - (confirmedAt.get(key) ?? 0)) < CONFIRMED_MS) return true;
    try {
      const has = await hasScopes(account, requiredScopes);
      if (has) confirmedAt.set(key, now);
      return has;
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      return undefined;
    }
  }

  /** Undefined when the page of the token cannot be read. */
  async function hasLinkedPage({
    igUserId,
    token,
  }: PublishingAccount): Promise<boolean | undefined> {
    const params = { fields: 'id,instagram_business_account' };
    try {
      const page = await callLimiter.runRead(igUserId, () =>
        graph.call('GET', 'me', { token, params, answer: linkedPage }),
      );
      return page.instagram_business_account?.id === igUserId;
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      return undefined;
    }
  }

  /** Two readings, with none between them that shows the account. */
  async function isUnlinked(account: PublishingAccount): Promise<boolean> {
    if (!capabilitiesOf[account.login].hasPage) return false;
    const key = keyOf(account);
    const isLinked = await hasLinkedPage(account);
    if (isLinked === true) unlinkedSince.delete(key);
    if (isLinked !== false) return false;
    const now = graph.now().getTime();
    const waitedMs = now - (unlinkedSince.get(key) ?? -Infinity);
    if (waitedMs >= UNLINKED_AFTER_MS && waitedMs <= UNLINKED_WITHIN_MS) return true;
    if (waitedMs > UNLINKED_WITHIN_MS) unlinkedSince.set(key, now);
    return false;
  }

  return {
    scopesOf,
    hasScopes,

    /**
     * Instagram uses the same codes for outages: a refusal counts only when the token is invalid or has really
     * lost a permission, or when its page has lost the account.
     * @throws InstagramError
     */
    async callConfirmingRefusal<T>(account: PublishingAccount, call: () => Promise<T>): Promise<T> {
      try {
        return await call();
      } catch (error) {
        const isDoubtful = error instanceof InstagramError && isUnconfirmedLoss(error.issue);
        if (!isDoubtful) throw error;
        const isPermitted = await stillHasScopes(account);
        if (isPermitted === false) throw error;
        // A loss that `debug_token` does not answer for is ignored.
        const isGone =
          isPermitted === true &&
          error.issue.code === accountUnavailable.code &&
          (await isUnlinked(account));
        throw new InstagramError(
          isGone ? pageUnlinked : refusedDespitePermission[account.login],
          error,
        );
      }
    },
  };
}
