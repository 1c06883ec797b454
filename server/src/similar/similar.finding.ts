import type { Db } from '../database/database.ts';
import { nearestOfEach, type Batch } from './batch.comparing.ts';
import { alikeAmong, askedCaptions } from './caption.comparing.ts';
import { shinglesOf } from './caption.rules.ts';
import { likenessesOf, type Dated, type Likeness } from './likeness.rules.ts';
import { createSimilarRepository, type Among } from './similar.repository.ts';

/** What is asked about: what it says, and what its pictures look like. */
export interface AskedPost {
  caption: string;
  fingerprints: readonly string[];
}

/** Which posts are like what is asked about. */
export function createFinding(db: Db) {
  const repository = createSimilarRepository(db);

  async function saying(among: Among, caption: string): Promise<Dated[]> {
    const shingles = shinglesOf(caption);
    if (shingles === null) return [];
    const { length } = Array.from(caption);
    const captions = await repository.captions(among, { from: length, to: length });
    const asked = await askedCaptions([shingles]);
    const [alike = []] = await alikeAmong(asked, captions, (one) => shinglesOf(one.caption));
    return alike;
  }

  return {
    /** The nearest first. */
    async likeOne(among: Among, { caption, fingerprints }: AskedPost): Promise<Likeness[]> {
      const media = await repository.lookingLike(among, fingerprints);
      return likenessesOf(media, await saying(among, caption));
    },

    /** The nearest of each post of a batch; however many they are, what is there is read once. */
    async likeEach(among: Among, batch: Batch): Promise<(Likeness | null)[]> {
      const lengths = batch.posts.flatMap((post) => (post.shingles === null ? [] : [post.length]));
      const span = { from: Math.min(...lengths), to: Math.max(...lengths) };
      const captions = lengths.length === 0 ? [] : await repository.captions(among, span);
      const pictures = batch.fingerprints.length === 0 ? [] : await repository.pictures(among);
      return nearestOfEach(batch, { pictures, captions });
    },
  };
}
