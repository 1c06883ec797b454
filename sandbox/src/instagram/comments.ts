import { accountWithin } from './access.ts';
import { parseFields, project } from './fields.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { parameterError, unknownObject } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { commentNode } from './media-nodes.ts';
import type { Medium } from './media-records.ts';
import { paged, PAGING_PARAMS } from './paging.ts';
import { requireScope } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** Comments of a medium, and the first comment that a product writes itself. */
export function commentEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/:id/comments',
      step: 'comment',
      params: ['message'],
      access: 'token',
      answer: (call) => writeComment(world, call),
    },
    {
      method: 'GET',
      path: '/:id/comments',
      step: 'comment',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      answer: (call) => {
        const medium = mediumOf(world, call);
        const fields = parseFields(call.params['fields']);
        const newestFirst = [...world.records.comments.newestIn(medium.id)];
        return paged(call, world.url(), newestFirst, (comment) =>
          project(commentNode, comment, fields),
        );
      },
    },
  ];
}

function mediumOf(world: InstagramWorld, call: SignedCall): Medium {
  const medium = world.records.media.get(call.id);
  if (!medium) throw unknownObject(call.method, call.id);
  accountWithin(world, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_comments');
  return medium;
}

function writeComment(world: InstagramWorld, call: SignedCall): { id: string } {
  const medium = mediumOf(world, call);
  const text = requireParam(call.params, 'message');
  if (!medium.commentsEnabled) throw parameterError('Comments are disabled on this media');
  const comment = {
    id: world.ids.graphId('comment'),
    mediaId: medium.id,
    username: medium.username,
    text,
    createdAt: world.clock.now(),
    hidden: false,
  };
  world.records.comments.put(comment);
  return { id: comment.id };
}
