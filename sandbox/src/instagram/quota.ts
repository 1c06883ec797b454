import { accountForCall } from './access.ts';
import { getQuotaTotal } from './account-sentinels.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError, createParameterError } from './graph-error.ts';
import { parseFields, projectFields, type NodeType } from './fields.ts';
import { DAY, SECOND } from './graph-time.ts';
import { isInSituation } from './situations.ts';
import type { InstagramAccount } from './users.ts';
import { requireScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

/** Endpoint `GET /{ig}/content_publishing_limit`, which returns the quota usage of the rolling day. */
export function quotaEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id/content_publishing_limit',
      step: 'quota',
      params: ['fields', 'since'],
      access: 'token',
      handle: (call) => readQuota(context, call),
    },
  ];
}

function readQuota(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const account = accountForCall(context, call);
  requireScope(call.token, 'instagram_content_publish');
  const since = readSince(context, call.params['since']);
  const type: NodeType<string> = {
    name: 'ContentPublishingLimitResponse',
    defaults: ['quota_usage'],
    fields: {
      quota_usage: () => countUsedQuota(context, account, since),
      config: () => ({
        quota_total: getQuotaTotal(context, account),
        quota_duration: DAY / SECOND,
      }),
    },
  };
  return { data: [projectFields(type, account.id, parseFields(call.params['fields']))] };
}

function readSince({ clock }: InstagramContext, text: string | undefined): number {
  const dayAgo = clock.now() - DAY;
  if (text === undefined) return dayAgo;
  const since = Number(text) * SECOND;
  if (!(since >= dayAgo - SECOND))
    throw createParameterError('Param since must be within 24 hours');
  return since;
}

const countUsedQuota = (
  context: InstagramContext,
  account: InstagramAccount,
  since: number,
): number =>
  isInSituation(context.records, account, 'quota-spent')
    ? getQuotaTotal(context, account)
    : countPublishedSince(context, account.id, since);

function countPublishedSince(
  { records }: InstagramContext,
  accountId: string,
  since: number,
): number {
  let count = 0;
  for (const { publishedAt } of records.media.newestIn(accountId)) {
    if (publishedAt <= since) break;
    count += 1;
  }
  return count;
}

/** Refuses a publish beyond the quota of the account in 24 rolling hours; a carousel counts as one. */
export function requirePublishQuota(context: InstagramContext, account: InstagramAccount): void {
  const usedQuota = countUsedQuota(context, account, context.clock.now() - DAY);
  if (usedQuota >= getQuotaTotal(context, account)) throw new GraphError('9/2207042');
}

/** Refuses a container beyond the quota of the account in 24 rolling hours; children count, too. */
export function requireContainerQuota(context: InstagramContext, accountId: string): void {
  const since = context.clock.now() - DAY;
  const { containersTotal } = context.settings.current();
  let count = 0;
  for (const { createdAt } of context.records.containers.newestIn(accountId)) {
    if (createdAt <= since) return;
    count += 1;
    if (count >= containersTotal) throw new GraphError('9/2207042');
  }
}
