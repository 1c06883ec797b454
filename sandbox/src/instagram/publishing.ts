import { atomically } from '../state/database.ts';
import { accountForCall, requirePublishing } from './access.ts';
import { stateOf, type ContainerState } from './container-state.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import type { Container, Medium, MediumChild } from './media-records.ts';
import { requireRoomToPublish } from './quota.ts';
import type { Account } from './people.ts';
import type { InstagramWorld } from './world.ts';

/** `POST /{ig}/media_publish`: the one call that makes a post public. */
export function publishingEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/:id/media_publish',
      step: 'publish',
      params: ['creation_id'],
      access: 'token',
      observe: (call) => stateAtArrival(world, call),
      answer: (call) => publish(world, call),
    },
  ];
}

function stateAtArrival(world: InstagramWorld, { params }: SignedCall): ContainerState | undefined {
  if (world.settings.current().republish !== 'on-arrival') return undefined;
  const container = world.records.containers.get(params['creation_id'] ?? '');
  return container && stateOf(world, container);
}

function publish(world: InstagramWorld, call: SignedCall): { id: string } {
  const account = accountForCall(world, call);
  requirePublishing(world, call.token, account);
  const id = requireParam(call.params, 'creation_id');
  const container = world.records.containers.get(id);
  if (container?.accountId !== account.id) throw new GraphError('24/2207006', { 'media-id': id });
  if (container.kind === 'carousel-image' || container.kind === 'carousel-video') {
    throw new GraphError('100/2207089');
  }
  const state = call.observed ?? stateOf(world, container);
  switch (state) {
    case 'PUBLISHED':
      return publishAgain(world, account, container);
    case 'EXPIRED':
      throw new GraphError(world.settings.current().expired, { 'creation-id': id });
    case 'IN_PROGRESS':
    case 'ERROR':
      throw new GraphError('9007/2207027');
    case 'FINISHED':
      return { id: makePublic(world, account, container).id };
  }
}

/** What is not known of the real API: one of these answers, chosen by a setting. */
function publishAgain(
  world: InstagramWorld,
  account: Account,
  container: Container,
): { id: string } {
  const { republish } = world.settings.current();
  switch (republish) {
    case 'error-2207008':
    case 'on-arrival':
      throw new GraphError('24/2207008', { 'creation-id': container.id });
    case '9007':
      throw new GraphError('9007/2207027');
    case 'same-id':
      return { id: container.publishedAs ?? '' };
    case 'duplicate':
      return { id: makePublic(world, account, container).id };
  }
}

function makePublic(world: InstagramWorld, account: Account, container: Container): Medium {
  requireRoomToPublish(world, account);
  const { ids, records } = world;
  const { containers, media } = records;
  const children = container.children.flatMap((id) => containers.get(id) ?? []);
  const medium: Medium = {
    id: ids.graphId('media'),
    accountId: account.id,
    username: account.username,
    containerId: container.id,
    product: container.kind === 'reel' ? 'REELS' : container.kind === 'story' ? 'STORY' : 'FEED',
    wishes: container.wishes,
    shortcode: ids.shortcode(),
    publishedAt: world.clock.now(),
    file: container.file,
    coverSha256: container.coverSha256,
    children: children.flatMap((child) => asChild(world, child)),
    commentsEnabled: true,
  };
  atomically(world.database, () => {
    media.put(medium);
    // A second post of one container does not change what the first one is called.
    containers.put({ ...container, publishedAs: container.publishedAs ?? medium.id });
    for (const child of children) {
      const { id } = medium.children.find((each) => each.containerId === child.id) ?? medium;
      containers.put({ ...child, publishedAs: child.publishedAs ?? id });
    }
  });
  return medium;
}

function asChild({ ids }: InstagramWorld, { id, file, wishes }: Container): MediumChild[] {
  if (!file) return [];
  const { alt_text: altText, user_tags: userTags } = wishes;
  return [{ id: ids.graphId('media'), containerId: id, file, altText, userTags }];
}
