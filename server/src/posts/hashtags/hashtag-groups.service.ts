import {
  GROUPS_MAX,
  type GroupContent,
  type HashtagGroup,
} from '@pontual/contract/posts/hashtag-groups.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { HashtagGroupRow } from '../../platform/database/rows.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createHashtagGroupsRepository } from './hashtag-groups.repository.ts';

export type HashtagGroups = ReturnType<typeof createHashtagGroups>;

export function createHashtagGroups({ database }: { database: Database }) {
  const repository = createHashtagGroupsRepository(database.db);

  /** @throws AppError HASHTAG_GROUP_NAME_TAKEN, and the errors of `write` */
  const saveExclusively = (
    { workspaceId }: Member,
    content: GroupContent,
    id: string,
    write: (tx: Tx, count: number) => Promise<HashtagGroupRow>,
  ): Promise<HashtagGroup> =>
    database.inTransaction(async (tx) => {
      const groups = createHashtagGroupsRepository(tx);
      await lockWorkspace(tx, workspaceId);
      const { count, holder } = await groups.findNameAvailability(workspaceId, content.name);
      if (holder !== null && holder !== id) {
        const { message } = new AppError('HASHTAG_GROUP_NAME_TAKEN');
        throw new AppError('HASHTAG_GROUP_NAME_TAKEN', { fields: { name: message } });
      }
      return present(await write(tx, count));
    });

  return {
    async list({ workspaceId }: Member): Promise<HashtagGroup[]> {
      return (await repository.list(workspaceId)).map(present);
    },

    /** @throws AppError HASHTAG_GROUP_NAME_TAKEN, HASHTAG_GROUPS_FULL */
    create(member: Member, content: GroupContent): Promise<HashtagGroup> {
      const id = newId();
      return saveExclusively(member, content, id, (tx, count) => {
        if (count >= GROUPS_MAX) throw new AppError('HASHTAG_GROUPS_FULL');
        return createHashtagGroupsRepository(tx).insert(id, member.workspaceId, content);
      });
    },

    /** @throws AppError NOT_FOUND, HASHTAG_GROUP_NAME_TAKEN */
    update: (member: Member, id: string, content: GroupContent): Promise<HashtagGroup> =>
      saveExclusively(member, content, id, async (tx) => {
        const groups = createHashtagGroupsRepository(tx);
        const updated = await groups.update(id, member.workspaceId, content);
        if (updated === undefined) throw new AppError('NOT_FOUND');
        return updated;
      }),

    /** @throws AppError NOT_FOUND */
    async delete({ workspaceId }: Member, id: string): Promise<void> {
      if (!(await repository.delete(id, workspaceId))) throw new AppError('NOT_FOUND');
    },
  };
}

const present = ({ id, name, hashtags }: HashtagGroupRow): HashtagGroup => ({
  _id: id,
  name,
  hashtags,
});
