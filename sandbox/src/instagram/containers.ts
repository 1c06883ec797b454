import { accountForCall, requirePublishPermission } from './access.ts';
import { isCreator, isRestricted } from './account-sentinels.ts';
import { CONTAINER_PARAMETERS, kindOf, readMediaOptions } from './container-parameters.ts';
import { stateOf } from './container-state.ts';
import { readChildren } from './container-values.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError, createParameterError } from './graph-error.ts';
import type { Params } from './graph-params.ts';
import { fetchImage } from './image-rules.ts';
import type { Container, ContainerKind, MediaFile } from './media-records.ts';
import { requireContainerQuota } from './quota.ts';
import { extractSentinelText } from './sentinels.ts';
import { isInSituation } from './situations.ts';
import { UPLOAD_PATH } from './uploads.ts';
import type { InstagramAccount } from './users.ts';
import { processVideo } from './video-rules.ts';
import type { InstagramContext } from './context.ts';

export function containerEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/:id/media',
      step: 'create',
      params: CONTAINER_PARAMETERS,
      access: 'token',
      handle: (call) => createContainer(context, call),
    },
  ];
}

async function createContainer(
  context: InstagramContext,
  call: SignedCall,
): Promise<{ id: string; uri?: string }> {
  const account = accountForCall(context, call);
  requirePublishPermission(context, call.token, account);
  if (isRestricted(context, account)) throw new GraphError('25/2207050');
  requireContainerQuota(context, account.id);
  const { params, variant } = call;
  // The time is read before the download, because a late effect has its own date only until it first awaits.
  const now = context.clock.now();
  const kind = kindOf(params);
  if (kind === 'story' && isCreator(context, account)) throw new GraphError('10/business');
  const options = readMediaOptions(context, kind, params);
  const children = kind === 'carousel' ? requireChildren(context, account.id, params) : [];
  if (
    params['image_url'] !== undefined &&
    isInSituation(context.records, account, 'media-unreachable')
  ) {
    throw new GraphError('9004/2207052', { uri: params['image_url'] });
  }
  const file = await fetchImageFile(context, kind, params);
  const coverSha256 = params['cover_url']
    ? await fetchImage(context, params['cover_url'], { forFeed: false })
    : null;
  const { processingMs } = context.settings.current();
  const videoUrl = params['video_url'] ?? null;
  const isAwaitingBytes = 'upload_type' in params;
  if (isAwaitingBytes && variant === 'no-uploads') {
    throw createParameterError('Invalid upload_type');
  }
  const container: Container = {
    id: context.ids.graphId('container'),
    accountId: account.id,
    isOfInstagramLogin: call.token.type === 'INSTAGRAM',
    kind,
    isCarouselItem: 'is_carousel_item' in params && params['is_carousel_item'] !== 'false',
    options,
    createdAt: now,
    readyAt:
      variant === 'stuck' || isAwaitingBytes
        ? null
        : now + (videoUrl ? processingMs.video : processingMs.image),
    videoUrl,
    upload: isAwaitingBytes ? { size: null } : null,
    file,
    coverSha256,
    children,
    failure: failureAtCreation(context, account, { variant, videoUrl }),
    publishedAs: null,
    hasCopyrightMatch: false,
    sentinels: extractSentinelText(params),
  };
  context.records.containers.put(container);
  void processVideo(context, container);
  const { id } = container;
  return isAwaitingBytes && variant !== 'no-uri'
    ? { id, uri: `${context.url()}${UPLOAD_PATH}/${call.version}/${id}` }
    : { id };
}

/** A video that cannot be downloaded fails later, like every other error of a video. */
function failureAtCreation(
  { records }: InstagramContext,
  account: InstagramAccount,
  { variant, videoUrl }: { variant: string | undefined; videoUrl: string | null },
): string | null {
  if (variant?.startsWith('error:')) return variant.slice('error:'.length);
  const isUnreachable = isInSituation(records, account, 'media-unreachable');
  return videoUrl !== null && isUnreachable ? '2207052' : null;
}

/** Errors of an image are returned at once, errors of a video later, in its status. */
async function fetchImageFile(
  context: InstagramContext,
  kind: ContainerKind,
  params: Params,
): Promise<MediaFile | null> {
  const url = params['image_url'];
  if (!url) return null;
  return { sha256: await fetchImage(context, url, { forFeed: kind !== 'story' }), type: 'IMAGE' };
}

function requireChildren(context: InstagramContext, accountId: string, params: Params): string[] {
  const ids = readChildren(params['children'] ?? '');
  for (const id of ids) {
    const child = context.records.containers.get(id);
    const isUsable =
      child?.accountId === accountId &&
      child.isCarouselItem &&
      ['IN_PROGRESS', 'FINISHED'].includes(stateOf(context, child));
    if (!isUsable) throw new GraphError('24/2207006', { 'media-id': id });
  }
  return ids;
}
