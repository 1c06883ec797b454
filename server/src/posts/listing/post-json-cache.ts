import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { listPosts, Post } from '@pontual/contract/posts/posts.ts';
import type { Clock } from '../../platform/clock.ts';
import { serializeJson, type SerializedJson } from '../../platform/http/serialized-json.ts';
import type { MediaLinks } from '../../media/links.ts';
import { presentPost } from './posts.presenter.ts';
import type { PageVersions, PostVersion, PostView } from './posts.repository.ts';

/** What is kept, in bytes of JSON, is at most twice this. */
const GENERATION_BYTES = 10 * 1024 * 1024;

/** So many pages are kept as they were sent: a few open tabs ask for the same again and again. */
const MAX_PAGES = 16;

type PageJson = SerializedJson<DataOf<typeof listPosts>>;

/** A page as it was sent, and of which it was made. */
interface CachedPage extends PageVersions {
  linksEnd: number;
  json: PageJson;
}

interface CachedPost {
  version: string;
  linksEnd: number;
  json: SerializedJson<Post>;
  bytes: number;
}

/**
 * Keeps what was written of posts, to be sent again while they are as they were: of a month that is
 * asked for again, few have changed. What nobody asks for any more is forgotten.
 */
export function createPostJsonCache({ links, clock }: { links: MediaLinks; clock: Clock }) {
  let young = new Map<string, CachedPost>();
  let old = new Map<string, CachedPost>();
  let youngBytes = 0;
  /** By what was asked for; the one that was sent last comes last. */
  const pages = new Map<string, CachedPage>();

  function storePost(id: string, entry: CachedPost): void {
    youngBytes += entry.bytes - (young.get(id)?.bytes ?? 0);
    young.set(id, entry);
    if (youngBytes < GENERATION_BYTES) return;
    old = young;
    young = new Map();
    youngBytes = 0;
  }

  function storePage(cacheKey: string, page: CachedPage): void {
    pages.delete(cacheKey);
    pages.set(cacheKey, page);
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES) break;
      pages.delete(oldest);
    }
  }

  const cache = {
    /** A page of which nothing has changed since it was sent. */
    findPage(cacheKey: string, { versions, total }: PageVersions): PageJson | undefined {
      const page = pages.get(cacheKey);
      const isSame =
        page?.versions === versions &&
        page.total === total &&
        page.linksEnd === links.ownerLinksExpireAt();
      if (!isSame) return undefined;
      storePage(cacheKey, page);
      return page.json;
    },

    /** Keeps a page of posts that are kept themselves. */
    storePage(
      cacheKey: string,
      pageVersions: PageVersions,
      posts: readonly PostVersion[],
      json: PageJson,
    ) {
      if (cache.find(posts).size < posts.length) return;
      storePage(cacheKey, { ...pageVersions, json, linksEnd: links.ownerLinksExpireAt() });
    },

    /** By their ids, what was written of these versions, with links that are still those of now. */
    find(posts: readonly PostVersion[]): Map<string, SerializedJson<Post>> {
      const linksEnd = links.ownerLinksExpireAt();
      const cachedPosts = new Map<string, SerializedJson<Post>>();
      for (const { id, version } of posts) {
        const fresh = young.get(id);
        const found = fresh ?? old.get(id);
        if (found?.version !== version || found.linksEnd !== linksEnd) continue;
        if (fresh === undefined) storePost(id, found);
        cachedPosts.set(id, found.json);
      }
      return cachedPosts;
    },

    write(post: PostView): SerializedJson<Post> {
      const linksEnd = links.ownerLinksExpireAt();
      const json = serializeJson(presentPost(post, links, clock.now()));
      if (isCacheable(post)) {
        const bytes = json.parts.reduce((sum, { length }) => sum + length, 0);
        storePost(post.id, { version: post.version, linksEnd, json, bytes });
      }
      return json;
    },
  };
  return cache;
}

/** The posts of a page. */
export function parsePageVersions({ versions }: PageVersions, limit: number): PostVersion[] {
  if (versions === '') return [];
  return versions
    .split(',')
    .slice(0, limit)
    .map((one) => {
      const [id = '', version = ''] = one.split(' ');
      return { id, version };
    });
}

/**
 * Whether nothing but a change of its row changes what it shows. Files change only while they are
 * converted; a post is given others, or other texts for them, together with a write of its row.
 */
const isCacheable = ({ status, media }: PostView) =>
  status !== 'pending' && media.every(({ state }) => state !== 'converting');
