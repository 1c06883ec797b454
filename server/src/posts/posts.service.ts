import { postCan } from '@pontual/contract/post-rules.ts';
import { weekOf } from '@pontual/contract/brasilia-time.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import type { listPosts, Post, postStats } from '@pontual/contract/posts.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { Nudges } from '../nudges.ts';
import { presentPost } from './posts.presenter.ts';
import { createPostsRepository } from './posts.repository.ts';

export type PostsService = ReturnType<typeof createPostsService>;

/** Posts as their owners see them. */
export function createPostsService(deps: {
  database: Database;
  links: MediaLinks;
  clock: Clock;
  nudges: Nudges;
}) {
  const { database, links, clock, nudges } = deps;
  const repository = createPostsRepository(database.db);

  return {
    /** @throws AppError NOT_FOUND, for a post of another workspace too. */
    async find(workspaceId: string, postId: string): Promise<Post> {
      const found = await repository.find(workspaceId, postId);
      if (found === undefined) throw new AppError('NOT_FOUND');
      return presentPost(found, links, clock.now());
    },

    /**
     * What commits first wins: a deletion before the intent, and the post never goes out.
     * @throws AppError NOT_FOUND, POST_NOT_DELETABLE, POST_IN_PROGRESS
     */
    async delete({ workspaceId }: AuthenticatedSession, postId: string): Promise<void> {
      const found = await repository.find(workspaceId, postId);
      if (found === undefined) throw new AppError('NOT_FOUND');
      if (found.status === 'pending') throw new AppError('POST_IN_PROGRESS');
      if (!postCan[found.status].delete) throw new AppError('POST_NOT_DELETABLE');
      if (!(await repository.delete(workspaceId, postId))) throw new AppError('POST_IN_PROGRESS');
      nudges.send({ topic: 'posts', workspaceId });
    },

    async list(
      { workspaceId }: AuthenticatedSession,
      { page, limit, from, to, ...filter }: RequestOf<typeof listPosts>['query'],
    ): Promise<DataOf<typeof listPosts>> {
      const span = {
        ...(from === undefined ? {} : { from: new Date(from) }),
        ...(to === undefined ? {} : { to: new Date(to) }),
      };
      const found = await repository.page(workspaceId, { ...filter, ...span }, { page, limit });
      const { total } = found;
      return {
        posts: found.posts.map((post) => presentPost(post, links, clock.now())),
        pagination: { page, limit, total, pages: Math.ceil(total / limit) },
      };
    },

    async stats({ workspaceId }: AuthenticatedSession): Promise<DataOf<typeof postStats>> {
      const { counts, next } = await repository.stats(workspaceId, weekOf(clock.now()));
      return {
        ...counts,
        nextPost: next === undefined ? null : presentPost(next, links, clock.now()),
      };
    },
  };
}
