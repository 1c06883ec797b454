import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { listPosts, Post } from '@pontual/contract/posts/posts.ts';
import type { Clock } from '../../platform/clock.ts';
import { serializeJson, type SerializedJson } from '../../platform/http/serialized-json.ts';
import type { MediaLinks } from '../../media/links.ts';
import { presentPost } from './posts.presenter.ts';
import type { PageVersions, PostVersion, ListedPost } from './posts.repository.ts';

/** The cache holds two generations of this many bytes of JSON. */
const GENERATION_BYTES = 10 * 1024 * 1024;

/** The maximum of cached pages: a few open tabs request the same pages again and again. */
const MAX_PAGES = 16;

type PageJson = SerializedJson<DataOf<typeof listPosts>>;

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
 * Creates a cache of serialized posts and pages. A repeated request for a month finds most of its
 * posts unchanged. Entries that no request uses are dropped.
 */
export function createPostJsonCache({ links, clock }: { links: MediaLinks; clock: Clock }) {
  let young = new Map<string, CachedPost>();
  let old = new Map<string, CachedPost>();
  let youngBytes = 0;
  /** The key is the query of the page. The most recently used page is last. */
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

    storePage(
      cacheKey: string,
      pageVersions: PageVersions,
      posts: readonly PostVersion[],
      json: PageJson,
    ) {
      if (cache.find(posts).size < posts.length) return;
      storePage(cacheKey, { ...pageVersions, json, linksEnd: links.ownerLinksExpireAt() });
    },

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

    write(post: ListedPost): SerializedJson<Post> {
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

/** Returns the ids and versions of at most `limit` posts of a page. */
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
 * Whether only a write of the post's row changes its JSON. Files change on their own only during a
 * conversion, and every replacement of files or alt texts also writes the row.
 */
const isCacheable = ({ status, media }: ListedPost) =>
  status !== 'pending' && media.every(({ state }) => state !== 'converting');
