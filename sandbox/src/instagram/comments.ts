import { requireAccount } from './access.ts';
import { readCaption } from './container-values.ts';
import { parseFields, projectFields } from './fields.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { createParameterError, createUnknownObjectError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { commentNode } from './media-nodes.ts';
import type { Comment, Medium } from './media-records.ts';
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
      handle: (call) => writeComment(context, call, requireMedium(context, call, call.id), null),
    },
    {
      method: 'GET',
      path: '/:id/comments',
      step: 'comment',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => listComments(context, call, requireMedium(context, call, call.id), null),
    },
    {
      method: 'POST',
      path: '/:id/replies',
      step: 'comment',
      params: ['message'],
      access: 'token',
      handle: (call) => {
        const comment = requireComment(context, call);
        // A reply to a reply belongs to the comment above both.
        const parentId = comment.parentId ?? comment.id;
        return writeComment(context, call, requireMedium(context, call, comment.mediaId), parentId);
      },
    },
    {
      method: 'GET',
      path: '/:id/replies',
      step: 'comment',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => {
        const { id, mediaId } = requireComment(context, call);
        return listComments(context, call, requireMedium(context, call, mediaId), id);
      },
    },
  ];
}

function requireComment({ records }: InstagramContext, { method, id }: SignedCall): Comment {
  const comment = records.comments.get(id);
  if (!comment) throw createUnknownObjectError(method, id);
  return comment;
}

function requireMedium(context: InstagramContext, call: SignedCall, id: string): Medium {
  const medium = context.records.media.get(id);
  if (!medium) throw createUnknownObjectError(call.method, call.id);
  requireAccount(context, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_comments');
  return medium;
}

function listComments(
  context: InstagramContext,
  call: SignedCall,
  medium: Medium,
  parentId: string | null,
): Record<string, unknown> {
  const fields = parseFields(call.params['fields']);
  const newestFirst = [...context.records.comments.newestIn(medium.id)];
  const listed = newestFirst.filter((comment) => comment.parentId === parentId);
  return paginate(call, context.url(), listed, (comment) =>
    projectFields(commentNode, comment, fields),
  );
}

function writeComment(
  context: InstagramContext,
  call: SignedCall,
  medium: Medium,
  parentId: string | null,
): { id: string } {
  const message = requireParam(call.params, 'message');
  const text = readCaption(message, context.settings.current());
  if (!medium.areCommentsEnabled) throw createParameterError('Comments are disabled on this media');
  const comment = {
    id: context.ids.graphId('comment'),
    mediaId: medium.id,
    parentId,
    username: medium.username,
    text,
    createdAt: context.clock.now(),
    hidden: false,
  };
  context.records.comments.put(comment);
  return { id: comment.id };
}
