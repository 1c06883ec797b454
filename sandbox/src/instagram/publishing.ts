import { inTransaction } from '../platform/state/database.ts';
import { accountForCall, requirePublishPermission } from './access.ts';
import { stateOf, type ContainerState } from './container-state.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import type { Container, Medium, MediumChild } from './media-records.ts';
import { requirePublishQuota } from './quota.ts';
import type { InstagramAccount } from './users.ts';
import type { InstagramContext } from './context.ts';

export function publishingEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/:id/media_publish',
      step: 'publish',
      params: ['creation_id'],
      access: 'token',
      observe: (call) => readStateAtArrival(context, call),
      handle: (call) => publish(context, call),
    },
  ];
}

function readStateAtArrival(
  context: InstagramContext,
  { params }: SignedCall,
): ContainerState | undefined {
  if (context.settings.current().republish !== 'on-arrival') return undefined;
  const container = context.records.containers.get(params['creation_id'] ?? '');
  return container && stateOf(context, container);
}

function publish(context: InstagramContext, call: SignedCall): { id: string } {
  const account = accountForCall(context, call);
  requirePublishPermission(context, call.token, account);
  const id = requireParam(call.params, 'creation_id');
  const container = context.records.containers.get(id);
  if (container?.accountId !== account.id) throw new GraphError('24/2207006', { 'media-id': id });
  if (container.kind === 'carousel-image' || container.kind === 'carousel-video') {
    throw new GraphError('100/2207089');
  }
  const state = call.observedState ?? stateOf(context, container);
  switch (state) {
    case 'PUBLISHED':
      return handleRepublish(context, account, container);
    case 'EXPIRED':
      throw new GraphError(context.settings.current().expired, { 'creation-id': id });
    case 'IN_PROGRESS':
    case 'ERROR':
      throw new GraphError('9007/2207027');
    case 'FINISHED':
      return call.variant === 'told-only'
        ? { id: context.ids.graphId('media') }
        : { id: publishContainer(context, account, container).id };
  }
}

/** The behavior of the real API is unknown, so a setting selects one of these responses. */
function handleRepublish(
  context: InstagramContext,
  account: InstagramAccount,
  container: Container,
): { id: string } {
  const { republish } = context.settings.current();
  switch (republish) {
    case 'error-2207008':
    case 'on-arrival':
      throw new GraphError('24/2207008', { 'creation-id': container.id });
    case '9007':
      throw new GraphError('9007/2207027');
    case 'same-id':
      return { id: container.publishedAs ?? '' };
    case 'duplicate':
      return { id: publishContainer(context, account, container).id };
  }
}

function publishContainer(
  context: InstagramContext,
  account: InstagramAccount,
  container: Container,
): Medium {
  requirePublishQuota(context, account);
  refuseBurst(context, account);
  const { ids, records } = context;
  const { containers, media } = records;
  const children = container.children.flatMap((id) => containers.get(id) ?? []);
  const medium: Medium = {
    id: ids.graphId('media'),
    accountId: account.id,
    username: account.username,
    containerId: container.id,
    product: container.kind === 'reel' ? 'REELS' : container.kind === 'story' ? 'STORY' : 'FEED',
    options: container.options,
    shortcode: ids.shortcode(),
    publishedAt: context.clock.now(),
    file: container.file,
    coverSha256: container.coverSha256,
    children: children.flatMap((child) => toChild(context, child)),
    areCommentsEnabled: true,
  };
  inTransaction(context.database, () => {
    media.put(medium);
    // A second post of a container does not change the id of the first one.
    containers.put({ ...container, publishedAs: container.publishedAs ?? medium.id });
    for (const child of children) {
      const { id } = medium.children.find((each) => each.containerId === child.id) ?? medium;
      containers.put({ ...child, publishedAs: child.publishedAs ?? id });
    }
  });
  return medium;
}

/** How Instagram recognises spam is unknown: here by the time between two posts. */
function refuseBurst(
  { records, clock, settings }: InstagramContext,
  { id }: InstagramAccount,
): void {
  const [last] = records.media.newestIn(id);
  const sinceLastMs = clock.now() - (last?.publishedAt ?? Number.NEGATIVE_INFINITY);
  if (sinceLastMs < settings.current().burstMs) throw new GraphError('4/2207051');
}

function toChild({ ids }: InstagramContext, { id, file, options }: Container): MediumChild[] {
  if (!file) return [];
  const { alt_text: altText, user_tags: userTags } = options;
  return [{ id: ids.graphId('media'), containerId: id, file, altText, userTags }];
}
