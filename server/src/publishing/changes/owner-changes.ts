import type { Tx } from '../../platform/database/database.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import { createOwnerChangesRepository, isOneOf } from './owner-changes.repository.ts';

export type OwnerChanges = ReturnType<typeof createOwnerChanges>;

/** Holds a post whose team demands an approval. The publication is locked. */
type ApprovalDemand = (tx: Tx, postId: string) => Promise<void>;

/**
 * The changes of an author that concern columns of the post as well. The caller has locked the publication and
 * written what the author sees.
 */
export function createOwnerChanges(writer: PublicationWriter, demandApproval: ApprovalDemand) {
  return {
    apply: writer.apply,
    tryApply: writer.tryApply,
    insertDraft: writer.insertDraft,
    demandApproval,

    async insertScheduled(...[tx, post, now]: Parameters<PublicationWriter['insertScheduled']>) {
      await writer.insertScheduled(tx, post, now);
      await demandApproval(tx, post.id);
    },

    async onScheduled(tx: Tx, postId: string): Promise<void> {
      await createOwnerChangesRepository(tx).reviseScheduled(postId);
      await writer.apply(tx, postId, { kind: 'scheduled' });
      await demandApproval(tx, postId);
    },

    async onEdited(tx: Tx, postId: string): Promise<void> {
      await createOwnerChangesRepository(tx).reviseEdited(postId);
      await writer.apply(tx, postId, { kind: 'edited' });
    },

    async onEditedAfterEnd(tx: Tx, postId: string): Promise<void> {
      await createOwnerChangesRepository(tx).revise(postId);
      await writer.apply(tx, postId, { kind: 'edited' });
    },

    /** The caller has set `scheduled_time` to now, here and for `onPublishAgain`. */
    async onPublishNow(tx: Tx, postId: string): Promise<void> {
      await createOwnerChangesRepository(tx).endEditing(postId);
      await writer.apply(tx, postId, { kind: 'publish_now' });
    },

    async onPublishAgain(tx: Tx, postId: string): Promise<void> {
      const repository = createOwnerChangesRepository(tx);
      const isTried = await repository.wasTried(postId);
      if (!isTried) await repository.reviseRetried(postId);
      await writer.apply(tx, postId, { kind: 'retried', isTried });
    },

    /**
     * The engine itself closes a post that it still works on.
     * @returns whether the post was still open
     */
    async onManualPublicationFound(
      tx: Tx,
      postId: string,
      {
        mediaId,
        permalink,
        igUserId,
      }: { mediaId: string; permalink: string | null; igUserId: string },
    ): Promise<boolean> {
      if (await createOwnerChangesRepository(tx).isMediumOfPost(mediaId)) return false;
      const publication = { mediaId, permalink, account: igUserId };
      const event = { kind: 'manual_publication_found', ...publication } as const;
      return (await writer.tryApply(tx, postId, event)) !== undefined;
    },

    /**
     * The account that is connected now publishes the posts of an earlier one: all, or those with these ids. A post
     * that may be out on the earlier one ends unverifiable and stays with it.
     * @returns the ids of the others
     */
    async onAccountConfirmed(
      tx: Tx,
      workspaceId: string,
      postIds: readonly string[] | undefined,
    ): Promise<string[]> {
      const repository = createOwnerChangesRepository(tx);
      const locked = await repository.lockPostsOfOtherAccount(workspaceId, postIds);
      const [first] = locked;
      if (first === undefined) return [];
      const lockedIds = locked.map(({ id }) => id);
      const event = { kind: 'account_confirmed' } as const;
      const written = await writer.applyToAll(tx, isOneOf(lockedIds), event);
      const ids = written
        .filter(({ state }) => state.kind === 'preparing')
        .map(({ post }) => post.id);
      await repository.setAccount(ids, first.account);
      return ids;
    },
  };
}
