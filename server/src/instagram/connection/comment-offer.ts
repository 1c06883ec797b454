import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { COMMENTS_SCOPE } from '../../platform/meta-settings.ts';
import { logins } from '../graph/logins.ts';
import { createInstagramRepository } from './instagram.repository.ts';

export type CommentOffer = ReturnType<typeof createCommentOffer>;

/** First comments need a permission that the app of a login may not ask for. */
export function createCommentOffer(
  requestedScopes: Record<InstagramLogin, readonly string[]>,
  offeredLogins: readonly InstagramLogin[],
) {
  const canComment = (login: InstagramLogin) => requestedScopes[login].includes(COMMENTS_SCOPE);
  const canNewAccountComment = offeredLogins.some(canComment);
  /** Undefined when it depends on the account. */
  const answerForAll = logins.every(canComment)
    ? true
    : logins.some(canComment)
      ? undefined
      : false;

  return {
    /** Whether some account of the workspace can comment; without an account, whether one could. */
    async forWorkspace(db: Db | Tx, workspaceId: string | undefined): Promise<boolean> {
      if (answerForAll !== undefined) return answerForAll;
      if (workspaceId === undefined) return canNewAccountComment;
      const connected = await createInstagramRepository(db).listActive(workspaceId);
      return connected.length === 0
        ? canNewAccountComment
        : connected.some(({ login }) => canComment(login));
    },

    /** The first account stands in for null and for one that is not connected. */
    async forAccount(db: Db | Tx, workspaceId: string, igUserId: string | null): Promise<boolean> {
      if (answerForAll !== undefined) return answerForAll;
      const connection = await createInstagramRepository(db).findConnection(workspaceId, igUserId);
      return connection === undefined ? canNewAccountComment : canComment(connection.login);
    },
  };
}
