import { requireAccount } from './access.ts';
import { parseFields, projectFields } from './fields.ts';
import type { Step } from './faults.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { createUnknownObjectError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { readBoolean } from './container-values.ts';
import { accountNode, pageNode, personNode } from './identity-nodes.ts';
import { professionalAccountNode } from './instagram-login/profile.ts';
import { commentNode, containerNode, mediumNode } from './media-nodes.ts';
import { requireScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

export function nodeEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id',
      step: (id) => stepForNode(context, id),
      params: ['fields'],
      access: 'token',
      handle: (call) => readNode(context, call),
    },
    {
      method: 'POST',
      path: '/:id',
      step: 'comment',
      params: ['comment_enabled', 'hide'],
      access: 'token',
      handle: (call) => changeNode(context, call),
    },
    {
      method: 'DELETE',
      path: '/:id',
      step: 'delete',
      params: [],
      access: 'token',
      handle: (call) => deleteNode(context, call),
    },
  ];
}

function stepForNode({ records }: InstagramContext, id: string): Step {
  if (records.containers.get(id)) return 'status';
  if (records.media.get(id)) return 'permalink';
  if (records.pages.get(id)) return 'page';
  if (records.facebookUsers.get(id)) return 'me';
  return records.comments.get(id) ? 'comment' : 'account';
}

function readNode(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const { id, token, variant } = call;
  const { containers, media, comments, pages, facebookUsers } = context.records;
  const fields = parseFields(call.params['fields']);
  const container = containers.get(id);
  if (container) {
    requireAccount(context, call, container.accountId);
    if (container.isOfInstagramLogin !== (token.type === 'INSTAGRAM')) {
      throw createUnknownObjectError(call.method, id);
    }
    if (variant === 'copyright') {
      const markedContainer = { ...container, hasCopyrightMatch: true };
      containers.put(markedContainer);
      return projectFields(containerNode(context), markedContainer, fields);
    }
    if (variant?.startsWith('error:')) {
      const failedContainer = { ...container, failure: variant.slice('error:'.length), readyAt: 0 };
      containers.put(failedContainer);
      return projectFields(containerNode(context), failedContainer, fields);
    }
    return projectFields(containerNode(context, variant), container, fields);
  }
  const comment = comments.get(id);
  const medium = media.get(comment?.mediaId ?? id);
  if (medium) {
    requireAccount(context, call, medium.accountId);
    return comment
      ? projectFields(commentNode, comment, fields)
      : projectFields(mediumNode(context), medium, fields);
  }
  const page = pages.get(id);
  if (page && page.userId === token.userId && (!token.pageId || token.pageId === id)) {
    const type = pageNode(context, token, { withInstagram: variant !== 'no-ig' });
    return projectFields(type, page, fields);
  }
  const user = facebookUsers.get(id);
  if (user && id === token.userId) return projectFields(personNode, user, fields);
  const accountType =
    token.type === 'INSTAGRAM' ? professionalAccountNode(context) : accountNode(context);
  return projectFields(accountType, requireAccount(context, call, id), fields);
}

function changeNode(context: InstagramContext, call: SignedCall): { success: boolean } {
  const { media, comments } = context.records;
  const comment = comments.get(call.id);
  const medium = media.get(comment?.mediaId ?? call.id);
  if (!medium) throw createUnknownObjectError('post', call.id);
  requireAccount(context, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_comments');
  if (comment) {
    comments.put({ ...comment, hidden: readBoolean('hide', requireParam(call.params, 'hide')) });
  } else {
    const text = requireParam(call.params, 'comment_enabled');
    media.put({ ...medium, areCommentsEnabled: readBoolean('comment_enabled', text) });
  }
  return { success: true };
}

function deleteNode(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const { media, comments } = context.records;
  const comment = comments.get(call.id);
  const medium = media.get(comment?.mediaId ?? call.id);
  if (!medium) throw createUnknownObjectError('delete', call.id);
  requireAccount(context, call, medium.accountId);
  if (comment) {
    requireScope(call.token, 'instagram_manage_comments');
    comments.remove(comment.id);
    return { success: true };
  }
  requireScope(call.token, 'instagram_manage_contents');
  media.remove(medium.id);
  return { success: true, deleted_id: medium.id };
}
