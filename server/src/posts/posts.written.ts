import type { Post } from '@pontual/contract/posts.ts';
import type { Clock } from '../clock.ts';
import { toJson, type Json } from '../http/json.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { presentPost } from './posts.presenter.ts';
import type { PostVersion, PostView } from './posts.repository.ts';

/** What is kept, in bytes of JSON, is at most twice this. */
const GENERATION_BYTES = 16 * 1024 * 1024;

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

  function keep(id: string, written: Written): void {
    youngBytes += written.bytes - (young.get(id)?.bytes ?? 0);
    young.set(id, written);
    if (youngBytes < GENERATION_BYTES) return;
    old = young;
    young = new Map();
    youngBytes = 0;
  }

  return {
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
}

/**
 * Whether nothing but a change of its row changes what it shows. Files change only while they are
 * converted; a post is given others, or other texts for them, together with a write of its row.
 */
const isSettled = ({ status, media }: PostView) =>
  status !== 'pending' && media.every(({ state }) => state !== 'converting');
