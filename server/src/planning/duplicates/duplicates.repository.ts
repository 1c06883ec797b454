import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { isOnInstagramAccount } from '../../posts/listing/posts.repository.ts';
import { displayedAccountId } from '../../platform/database/fragments/post-account.ts';
import { MAX_PICTURE_MATCHES, type DatedPost } from './candidates.rules.ts';
import { MAX_DIFFERENT_POINTS } from './picture.rules.ts';

/** Newest first, of one account. */
const MAX_POSTS = 10_000;
const MAX_PICTURES = 20_000;
const MAX_CAPTIONS = 2000;

export interface ComparedPost extends Row<
  'posts_with_publication',
  'id' | 'media_type' | 'status' | 'caption' | 'permalink'
> {
  scheduled_time: Date;
  file_id: string | null;
}

export interface ComparisonScope {
  workspaceId: string;
  /** Null, when no account is connected, compares with all accounts. */
  instagramAccountId: string | null;
  /** The other posts of its series are excluded, too: their content is equal on purpose. */
  excludedPostId: string | null;
}

/** A condition on `posts_with_publication p`. */
const scopeCondition = ({
  workspaceId,
  instagramAccountId,
  excludedPostId,
}: ComparisonScope) => sql`
  p.workspace_id = ${workspaceId} and p.status in ('scheduled', 'pending', 'published')
  and p.scheduled_time is not null
  and ${instagramAccountId === null ? sql`true` : isOnInstagramAccount(instagramAccountId)}
  ${excludedPostId === null ? sql`` : sql`and ${isOfOtherSeries(excludedPostId)}`}`;

const isOfOtherSeries = (postId: string) => sql`p.id <> ${postId}
  and (p.series_id is null or p.series_id is distinct from (
    select o.series_id from posts o where o.id = ${postId}))`;

const newestPosts = (scope: ComparisonScope) => sql`
  select p.id, p.scheduled_time from posts_with_publication p where ${scopeCondition(scope)}
  order by p.scheduled_time desc limit ${MAX_POSTS}`;

export function createDuplicatesRepository(db: Db) {
  return {
    /** The database compares the pictures of one post, newest first; for a batch see `listPictures`. */
    async findByPictures(
      scope: ComparisonScope,
      fingerprints: readonly string[],
    ): Promise<DatedPost[]> {
      if (fingerprints.length === 0) return [];
      const found = await sql<DatedPost>`
        select p.id, p.scheduled_time as at from (${newestPosts(scope)}) p
        where exists (
          select from post_media m join media_files f on f.id = m.file_id
          cross join unnest(${[...fingerprints]}::text[]) as input_fingerprint
          where m.post_id = p.id and f.fingerprint <> ''
            and bit_count(('x' || f.fingerprint)::bit(256) # ('x' || input_fingerprint)::bit(256))
                <= ${MAX_DIFFERENT_POINTS})
        order by p.scheduled_time desc limit ${MAX_PICTURE_MATCHES}`.execute(db);
      return found.rows;
    },

    async listPictures(scope: ComparisonScope): Promise<(DatedPost & { fingerprint: string })[]> {
      // One text, because thousands of rows would become thousands of objects in the driver.
      const found = await sql<{ pictures: string | null }>`
        select string_agg(id || ' ' || at || ' ' || fingerprint, ',') as pictures from (
          select p.id, (extract(epoch from p.scheduled_time) * 1000)::bigint as at, f.fingerprint
          from (${newestPosts(scope)}) p
          join post_media m on m.post_id = p.id join media_files f on f.id = m.file_id
          where f.fingerprint <> ''
          order by p.scheduled_time desc limit ${MAX_PICTURES}) ordered`.execute(db);
      const pictures = found.rows[0]?.pictures?.split(',') ?? [];
      return pictures.map((picture) => {
        const [id = '', at = '', fingerprint = ''] = picture.split(' ');
        return { id, at: new Date(Number(at)), fingerprint };
      });
    },

    async listCaptions(
      scope: ComparisonScope,
      { from, to }: { from: number; to: number },
    ): Promise<(DatedPost & { caption: string })[]> {
      const found = await sql<DatedPost & { caption: string }>`
        select p.id, p.scheduled_time as at, p.caption from posts_with_publication p
        where ${scopeCondition(scope)}
          and char_length(p.caption) between ${Math.floor(from / 2)} and ${to * 2 + 100}
        order by p.scheduled_time desc limit ${MAX_CAPTIONS}`.execute(db);
      return found.rows;
    },

    async findOwn(workspaceId: string, postId: string) {
      const found = await sql<{ caption: string; account: string | null; fingerprints: string[] }>`
        select p.caption, ${displayedAccountId} as account, coalesce((
          select array_agg(f.fingerprint) from post_media m join media_files f on f.id = m.file_id
          where m.post_id = p.id and f.fingerprint <> ''), '{}') as fingerprints
        from posts_with_publication p where p.id = ${postId} and p.workspace_id = ${workspaceId}`.execute(
        db,
      );
      return found.rows[0];
    },

    async findPosts(workspaceId: string, ids: readonly string[]): Promise<ComparedPost[]> {
      if (ids.length === 0) return [];
      const found = await sql<ComparedPost>`
        select p.id, p.media_type, p.status, p.caption, p.scheduled_time, p.permalink,
          m.file_id
        from posts_with_publication p
        left join post_media m on m.post_id = p.id and m.position = 0
        where p.workspace_id = ${workspaceId} and p.id = any(${[...ids]}::uuid[])`.execute(db);
      return found.rows;
    },
  };
}
