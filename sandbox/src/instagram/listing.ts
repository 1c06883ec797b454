import { accountForCall, requireAccount } from './access.ts';
import { parseFields, projectFields } from './fields.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { createParameterError, createUnknownObjectError } from './graph-error.ts';
import { DAY, SECOND } from './graph-time.ts';
import { childNode, mediumNode } from './media-nodes.ts';
import type { Medium } from './media-records.ts';
import { paginate, PAGING_PARAMS } from './paging.ts';
import type { InstagramContext } from './context.ts';

const MAX_LISTED = 10_000;

export function listingEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id/media',
      step: 'list',
      params: ['fields', 'since', 'until', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => listMedia(context, call),
    },
    {
      method: 'GET',
      path: '/:id/stories',
      step: 'list',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => listStories(context, call),
    },
    {
      method: 'GET',
      path: '/:id/children',
      step: 'permalink',
      params: ['fields'],
      access: 'token',
      handle: (call) => listChildren(context, call),
    },
  ];
}

function listMedia(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const account = accountForCall(context, call);
  const from = readTimestamp(call, 'since') ?? 0;
  const to = readTimestamp(call, 'until') ?? Infinity;
  const media: Medium[] = [];
  for (const medium of context.records.media.newestIn(account.id)) {
    const { product, publishedAt } = medium;
    if (product !== 'STORY' && publishedAt >= from && publishedAt <= to) media.push(medium);
    if (media.length === MAX_LISTED) break;
  }
  return buildListResponse(context, call, media);
}

/** Only live stories: after a day no caller can read a story. */
function listStories(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const account = accountForCall(context, call);
  const stories: Medium[] = [];
  for (const medium of context.records.media.newestIn(account.id)) {
    if (medium.publishedAt + DAY <= context.clock.now()) break;
    if (medium.product === 'STORY') stories.push(medium);
  }
  return buildListResponse(context, call, stories);
}

function buildListResponse(
  context: InstagramContext,
  call: SignedCall,
  media: readonly Medium[],
): Record<string, unknown> {
  const type = mediumNode(context);
  const fields = parseFields(call.params['fields']);
  const unknownField = [...(fields?.keys() ?? [])].find((name) => !type.fields[name]);
  // Refused even if the list is empty, as in the real API.
  if (unknownField) {
    throw createParameterError(
      `Tried accessing nonexisting field (${unknownField}) on node type (IGMedia)`,
    );
  }
  const listedType =
    call.variant === 'no-product-type'
      ? { ...type, fields: { ...type.fields, media_product_type: () => null } }
      : type;
  return paginate(call, context.url(), media, (medium) =>
    projectFields(listedType, medium, fields),
  );
}

function listChildren(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const medium = context.records.media.get(call.id);
  if (!medium) throw createUnknownObjectError('get', call.id);
  requireAccount(context, call, medium.accountId);
  const fields = parseFields(call.params['fields']);
  return { data: medium.children.map((child) => projectFields(childNode(context), child, fields)) };
}

function readTimestamp({ params }: SignedCall, name: string): number | undefined {
  const text = params[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw createParameterError(`Param ${name} must be a unix timestamp`);
  return Number(text) * SECOND;
}
