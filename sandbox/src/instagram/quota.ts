import { accountForCall } from './access.ts';
import { quotaTotalOf } from './account-sentinels.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError, parameterError } from './graph-error.ts';
import { parseFields, project, type NodeType } from './fields.ts';
import { DAY, SECOND } from './graph-time.ts';
import type { Account } from './people.ts';
import { requireScope } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** `GET /{ig}/content_publishing_limit`: how many posts of the rolling day are used. */
export function quotaEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id/content_publishing_limit',
      step: 'quota',
      params: ['fields', 'since'],
      access: 'token',
      answer: (call) => readQuota(world, call),
    },
  ];
}

function readQuota(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const account = accountForCall(world, call);
  requireScope(call.token, 'instagram_content_publish');
  const since = sinceOf(world, call.params['since']);
  const type: NodeType<string> = {
    name: 'ContentPublishingLimitResponse',
    defaults: ['quota_usage'],
    fields: {
      quota_usage: (id) => publishedSince(world, id, since),
      config: () => ({
        quota_total: quotaTotalOf(world, account),
        quota_duration: DAY / SECOND,
      }),
    },
  };
  return { data: [project(type, account.id, parseFields(call.params['fields']))] };
}

function sinceOf({ clock }: InstagramWorld, text: string | undefined): number {
  const dayAgo = clock.now() - DAY;
  if (text === undefined) return dayAgo;
  const since = Number(text) * SECOND;
  if (!(since >= dayAgo - SECOND)) throw parameterError('Param since must be within 24 hours');
  return since;
}

function publishedSince({ records }: InstagramWorld, accountId: string, since: number): number {
  let count = 0;
  for (const { publishedAt } of records.media.newestIn(accountId)) {
    if (publishedAt <= since) break;
    count += 1;
  }
  return count;
}

/** Refuses a publish beyond the account's 24 rolling hours; a carousel counts as one. */
export function requireRoomToPublish(world: InstagramWorld, account: Account): void {
  const used = publishedSince(world, account.id, world.clock.now() - DAY);
  if (used >= quotaTotalOf(world, account)) throw new GraphError('9/2207042');
}

/** Refuses a container beyond the account's 24 rolling hours; children count too. */
export function requireRoomForContainer(world: InstagramWorld, accountId: string): void {
  const since = world.clock.now() - DAY;
  const { containersTotal } = world.settings.current();
  let count = 0;
  for (const { createdAt } of world.records.containers.newestIn(accountId)) {
    if (createdAt <= since) return;
    count += 1;
    if (count >= containersTotal) throw new GraphError('9/2207042');
  }
}
