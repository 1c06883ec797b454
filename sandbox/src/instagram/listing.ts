import { accountForCall, accountWithin } from './access.ts';
import { parseFields, project } from './fields.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { parameterError, unknownObject } from './graph-error.ts';
import { DAY, SECOND } from './graph-time.ts';
import { childNode, mediumNode } from './media-nodes.ts';
import type { Medium } from './media-records.ts';
import { paged, PAGING_PARAMS } from './paging.ts';
import type { InstagramWorld } from './world.ts';

const LISTED = 10_000;

/** The lists a client reconciles with: posts, live stories, items of an album. */
export function listingEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id/media',
      step: 'list',
      params: ['fields', 'since', 'until', ...PAGING_PARAMS],
      access: 'token',
      answer: (call) => listMedia(world, call),
    },
    {
      method: 'GET',
      path: '/:id/stories',
      step: 'list',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      answer: (call) => listStories(world, call),
    },
    {
      method: 'GET',
      path: '/:id/children',
      step: 'permalink',
      params: ['fields'],
      access: 'token',
      answer: (call) => listChildren(world, call),
    },
  ];
}

/** Newest first, an album as one, and no stories. */
function listMedia(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const account = accountForCall(world, call);
  const from = moment(call, 'since') ?? 0;
  const to = moment(call, 'until') ?? Infinity;
  const media: Medium[] = [];
  for (const medium of world.records.media.newestIn(account.id)) {
    const { product, publishedAt } = medium;
    if (product !== 'STORY' && publishedAt >= from && publishedAt <= to) media.push(medium);
    if (media.length === LISTED) break;
  }
  return answerList(world, call, media);
}

/** Only stories that are still live; after a day they are gone for every reader. */
function listStories(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const account = accountForCall(world, call);
  const stories: Medium[] = [];
  for (const medium of world.records.media.newestIn(account.id)) {
    if (medium.publishedAt + DAY <= world.clock.now()) break;
    if (medium.product === 'STORY') stories.push(medium);
  }
  return answerList(world, call, stories);
}

function answerList(
  world: InstagramWorld,
  call: SignedCall,
  media: readonly Medium[],
): Record<string, unknown> {
  const type = mediumNode(world);
  const fields = parseFields(call.params['fields']);
  const stranger = [...(fields?.keys() ?? [])].find((name) => !type.fields[name]);
  // Refused even if the list is empty, as the real API does.
  if (stranger) {
    throw parameterError(`Tried accessing nonexisting field (${stranger}) on node type (IGMedia)`);
  }
  return paged(call, world.url(), media, (medium) => project(type, medium, fields));
}

function listChildren(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const medium = world.records.media.get(call.id);
  if (!medium) throw unknownObject('get', call.id);
  accountWithin(world, call, medium.accountId);
  const fields = parseFields(call.params['fields']);
  return { data: medium.children.map((child) => project(childNode(world), child, fields)) };
}

function moment({ params }: SignedCall, name: string): number | undefined {
  const text = params[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw parameterError(`Param ${name} must be a unix timestamp`);
  return Number(text) * SECOND;
}
