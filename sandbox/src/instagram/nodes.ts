import { accountWithin } from './access.ts';
import { parseFields, project } from './fields.ts';
import type { Step } from './faults.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { unknownObject } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { readBoolean } from './container-values.ts';
import { accountNode, pageNode, personNode } from './identity-nodes.ts';
import { commentNode, containerNode, mediumNode } from './media-nodes.ts';
import { requireScope } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** `/{id}`: what is behind the id decides what the call means. */
export function nodeEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id',
      step: (id) => stepOfReading(world, id),
      params: ['fields'],
      access: 'token',
      answer: (call) => readNode(world, call),
    },
    {
      method: 'POST',
      path: '/:id',
      step: 'comment',
      params: ['comment_enabled', 'hide'],
      access: 'token',
      answer: (call) => changeNode(world, call),
    },
    {
      method: 'DELETE',
      path: '/:id',
      step: 'delete',
      params: [],
      access: 'token',
      answer: (call) => deleteNode(world, call),
    },
  ];
}

function stepOfReading({ records }: InstagramWorld, id: string): Step {
  if (records.containers.get(id)) return 'status';
  if (records.media.get(id)) return 'permalink';
  if (records.pages.get(id)) return 'page';
  if (records.people.get(id)) return 'me';
  return records.comments.get(id) ? 'comment' : 'account';
}

function readNode(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const { id, token, twist } = call;
  const { containers, media, comments, pages, people } = world.records;
  const fields = parseFields(call.params['fields']);
  const container = containers.get(id);
  if (container) {
    accountWithin(world, call, container.accountId);
    if (twist === 'copyright') {
      const marked = { ...container, hasCopyrightMatch: true };
      containers.put(marked);
      return project(containerNode(world), marked, fields);
    }
    if (twist?.startsWith('error:')) {
      const broken = { ...container, failure: twist.slice('error:'.length), readyAt: 0 };
      containers.put(broken);
      return project(containerNode(world), broken, fields);
    }
    return project(containerNode(world, twist), container, fields);
  }
  const comment = comments.get(id);
  const medium = media.get(comment?.mediaId ?? id);
  if (medium) {
    accountWithin(world, call, medium.accountId);
    return comment
      ? project(commentNode, comment, fields)
      : project(mediumNode(world), medium, fields);
  }
  const page = pages.get(id);
  if (page && page.personId === token.personId && (!token.pageId || token.pageId === id)) {
    const type = pageNode(world, token, { withInstagram: twist !== 'no-ig' });
    return project(type, page, fields);
  }
  const person = people.get(id);
  if (person && id === token.personId) return project(personNode, person, fields);
  return project(accountNode(world), accountWithin(world, call, id), fields);
}

function changeNode(world: InstagramWorld, call: SignedCall): { success: boolean } {
  const { media, comments } = world.records;
  const comment = comments.get(call.id);
  const medium = media.get(comment?.mediaId ?? call.id);
  if (!medium) throw unknownObject('post', call.id);
  accountWithin(world, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_comments');
  if (comment) {
    comments.put({ ...comment, hidden: readBoolean('hide', requireParam(call.params, 'hide')) });
  } else {
    const text = requireParam(call.params, 'comment_enabled');
    media.put({ ...medium, commentsEnabled: readBoolean('comment_enabled', text) });
  }
  return { success: true };
}

function deleteNode(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const { media, comments } = world.records;
  const comment = comments.get(call.id);
  const medium = media.get(comment?.mediaId ?? call.id);
  if (!medium) throw unknownObject('delete', call.id);
  accountWithin(world, call, medium.accountId);
  if (comment) {
    requireScope(call.token, 'instagram_manage_comments');
    comments.remove(comment.id);
    return { success: true };
  }
  requireScope(call.token, 'instagram_manage_contents');
  media.remove(medium.id);
  return { success: true, deleted_id: medium.id };
}
