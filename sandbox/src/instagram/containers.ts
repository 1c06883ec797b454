import { accountForCall, requirePublishing } from './access.ts';
import { isCreator, isRestricted } from './account-sentinels.ts';
import { CONTAINER_PARAMETERS, kindOf, readWishes } from './container-parameters.ts';
import { stateOf } from './container-state.ts';
import { readChildren } from './container-values.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError } from './graph-error.ts';
import type { Params } from './graph-params.ts';
import { takeImage } from './image-rules.ts';
import type { Container, ContainerKind, MediaFile } from './media-records.ts';
import { requireRoomForContainer } from './quota.ts';
import { sentinelText } from './sentinels.ts';
import { processVideo } from './video-rules.ts';
import type { InstagramWorld } from './world.ts';

/** `POST /{ig}/media`: the container a post is prepared in. */
export function containerEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/:id/media',
      step: 'create',
      params: CONTAINER_PARAMETERS,
      access: 'token',
      answer: (call) => createContainer(world, call),
    },
  ];
}

async function createContainer(
  world: InstagramWorld,
  call: SignedCall,
): Promise<{ id: string; uri?: string }> {
  const account = accountForCall(world, call);
  requirePublishing(world, call.token, account);
  if (isRestricted(account)) throw new GraphError('25/2207050');
  requireRoomForContainer(world, account.id);
  const { params, twist } = call;
  // Time is read before the download: a late effect is only dated while it begins.
  const now = world.clock.now();
  const kind = kindOf(params);
  if (kind === 'story' && isCreator(account)) throw new GraphError('10/business');
  const wishes = readWishes(world, kind, params);
  const children = kind === 'carousel' ? takeChildren(world, account.id, params) : [];
  const file = await takeImageFile(world, kind, params);
  const coverSha256 = params['cover_url']
    ? await takeImage(world, params['cover_url'], { forFeed: false })
    : null;
  const { processingMs } = world.settings.current();
  const videoUrl = params['video_url'] ?? null;
  const isAwaitingBytes = 'upload_type' in params;
  const container: Container = {
    id: world.ids.graphId('container'),
    accountId: account.id,
    kind,
    isCarouselItem: 'is_carousel_item' in params && params['is_carousel_item'] !== 'false',
    wishes,
    createdAt: now,
    readyAt:
      twist === 'stuck' || isAwaitingBytes
        ? null
        : now + (videoUrl ? processingMs.video : processingMs.image),
    videoUrl,
    file,
    coverSha256,
    children,
    failure: twist?.startsWith('error:') ? twist.slice('error:'.length) : null,
    publishedAs: null,
    hasCopyrightMatch: false,
    sentinels: sentinelText(params),
  };
  world.records.containers.put(container);
  void processVideo(world, container);
  const { id } = container;
  return isAwaitingBytes
    ? { id, uri: `https://rupload.facebook.com/ig-api-upload/v25.0/${id}` }
    : { id };
}

/** The image, whose faults are told at once; a video's come later, in the status. */
async function takeImageFile(
  world: InstagramWorld,
  kind: ContainerKind,
  params: Params,
): Promise<MediaFile | null> {
  const url = params['image_url'];
  if (!url) return null;
  return { sha256: await takeImage(world, url, { forFeed: kind !== 'story' }), type: 'IMAGE' };
}

/** The ids of a carousel's children, each one this account's own unused carousel item. */
function takeChildren(world: InstagramWorld, accountId: string, params: Params): string[] {
  const ids = readChildren(params['children'] ?? '');
  for (const id of ids) {
    const child = world.records.containers.get(id);
    const isUsable =
      child?.accountId === accountId &&
      child.isCarouselItem &&
      ['IN_PROGRESS', 'FINISHED'].includes(stateOf(world, child));
    if (!isUsable) throw new GraphError('24/2207006', { 'media-id': id });
  }
  return ids;
}
