import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { listPosts, Post } from '@pontual/contract/posts.ts';
import type { Clock } from '../clock.ts';
import { toJson, type Json } from '../http/json.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { presentPost } from './posts.presenter.ts';
import type { PageVersions, PostVersion, PostView } from './posts.repository.ts';

/** What is kept, in bytes of JSON, is at most twice this. */
const GENERATION_BYTES = 10 * 1024 * 1024;

/** So many pages are kept as they were sent: a few open tabs ask for the same again and again. */
const PAGES = 16;

type PageJson = Json<DataOf<typeof listPosts>>;

/** A page as it was sent, and of which it was made. */
interface WrittenPage extends PageVersions {
  linksEnd: number;
  json: PageJson;
}

interface Written {
  version: string;
  linksEnd: number;
  json: Json<Post>;
  bytes: number;
}

/**
 * Keeps what was written of posts, to be sent again while they are as they were: of a month that is
 * asked for again, few have changed. What nobody asks for any more is forgotten.
 */
export function createWrittenPosts({ links, clock }: { links: MediaLinks; clock: Clock }) {
  let young = new Map<string, Written>();
  let old = new Map<string, Written>();
  let youngBytes = 0;
  /** By what was asked for; the one that was sent last comes last. */
  const pages = new Map<string, WrittenPage>();

  function keep(id: string, written: Written): void {
    youngBytes += written.bytes - (young.get(id)?.bytes ?? 0);
    young.set(id, written);
    if (youngBytes < GENERATION_BYTES) return;
    old = young;
    young = new Map();
    youngBytes = 0;
  }

  function keepPage(asked: string, page: WrittenPage): void {
    pages.delete(asked);
    pages.set(asked, page);
    for (const oldest of pages.keys()) {
      if (pages.size <= PAGES) break;
      pages.delete(oldest);
    }
  }

  const written = {
    /** A page of which nothing has changed since it was sent. */
    findPage(asked: string, { versions, total }: PageVersions): PageJson | undefined {
      const page = pages.get(asked);
      const isSame =
        page?.versions === versions &&
        page.total === total &&
        page.linksEnd === links.ownerLinksEnd();
      if (!isSame) return undefined;
      keepPage(asked, page);
      return page.json;
    },

    /** Keeps a page of posts that are kept themselves. */
    keepPage(asked: string, of: PageVersions, posts: readonly PostVersion[], json: PageJson) {
      if (written.find(posts).size < posts.length) return;
      keepPage(asked, { ...of, json, linksEnd: links.ownerLinksEnd() });
    },

    /** By their ids, what was written of these versions, with links that are still those of now. */
    find(posts: readonly PostVersion[]): Map<string, Json<Post>> {
      const linksEnd = links.ownerLinksEnd();
      const known = new Map<string, Json<Post>>();
      for (const { id, version } of posts) {
        const fresh = young.get(id);
        const found = fresh ?? old.get(id);
        if (found?.version !== version || found.linksEnd !== linksEnd) continue;
        if (fresh === undefined) keep(id, found);
        known.set(id, found.json);
      }
      return known;
    },

    write(post: PostView): Json<Post> {
      const linksEnd = links.ownerLinksEnd();
      const json = toJson(presentPost(post, links, clock.now()));
      if (isSettled(post)) {
        const bytes = json.parts.reduce((sum, { length }) => sum + length, 0);
        keep(post.id, { version: post.version, linksEnd, json, bytes });
      }
      return json;
    },
  };
  return written;
}

/** The posts of a page. */
export function postsOf({ versions }: PageVersions, limit: number): PostVersion[] {
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
const isSettled = ({ status, media }: PostView) =>
  status !== 'pending' && media.every(({ state }) => state !== 'converting');
