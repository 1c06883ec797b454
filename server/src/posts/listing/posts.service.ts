import { createHash } from 'node:crypto';
import type { PlanningPort } from '../planning-port.ts';
import { monthOf, weekOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import type { getPost, listPosts, Post, postStats } from '@pontual/contract/posts/posts.ts';
import { createAuditRepository } from '../../platform/audit/audit.repository.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { VersionedData } from '../../platform/http/serve.ts';
import type { MediaLinks } from '../../media/links.ts';
import { describeEvent } from './history.ts';
import { presentPost } from './posts.presenter.ts';
import { createPostsRepository, type ListedPost, type PageVersions } from './posts.repository.ts';
import { listTextWarnings, schedulingWarning } from './posts.rules.ts';

export type AcceptedPost = DataOf<typeof schedulePost>;
export type PostsService = ReturnType<typeof createPostsService>;

export function createPostsService(deps: {
  database: Database;
  links: MediaLinks;
  planning: PlanningPort;
  clock: Clock;
}) {
  const { database, links, planning, clock } = deps;
  const repository = createPostsRepository(database.db);

  /** @throws AppError NOT_FOUND, also for a post of another workspace */
  async function findView(workspaceId: string, postId: string): Promise<ListedPost> {
    const found = await repository.find(workspaceId, postId);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return found;
  }

  const find = async (workspaceId: string, postId: string): Promise<Post> =>
    presentPost(await findView(workspaceId, postId), links, clock.now());

  /** Links are part of the page, and a renewed link has another text. */
  const etagOf = ({ versions, total }: PageVersions): string => {
    const content = `${versions} ${total} ${links.ownerLinksExpireAt()}`;
    return `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  };

  return {
    find,

    async findAll(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Post>> {
      const found = await repository.findAll(workspaceId, postIds);
      const now = clock.now();
      return new Map(found.map((post) => [post.id, presentPost(post, links, now)]));
    },

    async findWithWarnings(workspaceId: string, postId: string): Promise<AcceptedPost> {
      const found = await repository.findWithWarnings(workspaceId, postId);
      if (found === undefined) throw new AppError('NOT_FOUND');
      const post = presentPost(found, links, clock.now());
      return {
        post,
        warning: schedulingWarning(found),
        textWarnings: listTextWarnings(post),
      };
    },

    /** @throws AppError NOT_FOUND */
    async findWithHistory(
      { workspaceId, userId }: Member,
      postId: string,
    ): Promise<DataOf<typeof getPost>> {
      const view = await findView(workspaceId, postId);
      const post = presentPost(view, links, clock.now());
      const events = await repository.events(postId);
      const actors = await createAuditRepository(database.db).actorsOf(postId);
      const history = events.map(({ id, at, kind, detail }) => ({
        at: at.toISOString(),
        kind,
        text: describeEvent(kind, detail),
        by: actors.get(id) ?? null,
      }));
      const firstComment = await planning.findFirstComment(database.db, workspaceId, postId);
      const approval = await planning.approvals.present(database.db, view, { userId });
      return { post, history, firstComment, approval };
    },

    async list(
      { workspaceId }: Member,
      query: RequestOf<typeof listPosts>['query'],
      knownEtag: string | undefined,
    ): Promise<VersionedData<DataOf<typeof listPosts>> | 'not-modified'> {
      const { page, limit, order, from, to, ...filter } = query;
      const span = {
        ...(from === undefined ? {} : { from: new Date(from) }),
        ...(to === undefined ? {} : { to: new Date(to) }),
      };
      const versions = await repository.page(
        workspaceId,
        { ...filter, ...span },
        { page, limit, order },
      );
      const etag = etagOf(versions);
      if (etag === knownEtag) return 'not-modified';
      const ids = listIds(versions, limit);
      const found = await repository.findAll(workspaceId, ids);
      const foundById = new Map(found.map((post) => [post.id, post]));
      const now = clock.now();
      // A post that was deleted between the two queries is missing.
      const posts = ids.flatMap((id) => {
        const post = foundById.get(id);
        return post === undefined ? [] : [presentPost(post, links, now)];
      });
      const { total } = versions;
      return {
        etag: found.every(changesOnlyWithRow) ? etag : undefined,
        data: { posts, pagination: { page, limit, total, pages: Math.ceil(total / limit) } },
      };
    },

    async stats(
      { workspaceId }: Member,
      { account }: RequestOf<typeof postStats>['query'],
    ): Promise<DataOf<typeof postStats>> {
      const now = clock.now();
      const spans = { week: weekOf(now), month: monthOf(now) };
      const { counts, next } = await repository.stats(workspaceId, spans, account);
      return {
        ...counts,
        nextPost: next === undefined ? null : presentPost(next, links, now),
      };
    },
  };
}

function listIds({ versions }: PageVersions, limit: number): string[] {
  if (versions === '') return [];
  return versions
    .split(',')
    .slice(0, limit)
    .map((each) => each.slice(0, each.indexOf(' ')));
}

/** Files change on their own only during a conversion; replacing files or alt texts writes the row. */
const changesOnlyWithRow = ({ status, media }: ListedPost) =>
  status !== 'pending' && media.every(({ state }) => state !== 'converting');
