import { requireAccount } from './access.ts';
import { readCaption } from './container-values.ts';
import { parseFields, projectFields } from './fields.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { createParameterError, createUnknownObjectError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { commentNode } from './media-nodes.ts';
import type { Medium } from './media-records.ts';
import { paginate, PAGING_PARAMS } from './paging.ts';
import { requireScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

export function commentEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/:id/comments',
      step: 'comment',
      params: ['message'],
      access: 'token',
      handle: (call) => writeComment(context, call),
    },
    {
      method: 'GET',
      path: '/:id/comments',
      step: 'comment',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => {
        const medium = requireMedium(context, call);
        const fields = parseFields(call.params['fields']);
        const newestFirst = [...context.records.comments.newestIn(medium.id)];
        return paginate(call, context.url(), newestFirst, (comment) =>
          projectFields(commentNode, comment, fields),
        );
      },
    },
  ];
}

function requireMedium(context: InstagramContext, call: SignedCall): Medium {
  const medium = context.records.media.get(call.id);
  if (!medium) throw createUnknownObjectError(call.method, call.id);
  requireAccount(context, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_comments');
  return medium;
}

function writeComment(context: InstagramContext, call: SignedCall): { id: string } {
  const medium = requireMedium(context, call);
  const message = requireParam(call.params, 'message');
  const text = readCaption(message, context.settings.current());
  if (!medium.areCommentsEnabled) throw createParameterError('Comments are disabled on this media');
  const comment = {
    id: context.ids.graphId('comment'),
    mediaId: medium.id,
    username: medium.username,
    text,
    createdAt: context.clock.now(),
    hidden: false,
  };
  context.records.comments.put(comment);
  return { id: comment.id };
}
