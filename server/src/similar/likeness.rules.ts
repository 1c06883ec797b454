/** Posts that look like a picture, of the newest: more of them say no more. */
export const MOST_SHOWING = 20;

/** A post that is compared, and when it went out or is to. */
export interface Dated {
  id: string;
  at: Date;
}

/** What a post has in common with what is asked about. */
export interface Likeness extends Dated {
  sharesMedia: boolean;
  sharesCaption: boolean;
}

/** The nearest first: those that share picture and words, then the newest. */
export const likenessesOf = (media: readonly Dated[], captions: readonly Dated[]): Likeness[] =>
  joined(media, captions).toSorted(byNearness);

/** The first of these, without sorting the others. */
export function nearestOf(media: readonly Dated[], captions: readonly Dated[]): Likeness | null {
  let nearest: Likeness | null = null;
  for (const one of joined(media, captions)) {
    if (nearest === null || byNearness(one, nearest) < 0) nearest = one;
  }
  return nearest;
}

function joined(media: readonly Dated[], captions: readonly Dated[]): Likeness[] {
  const byMedia = new Map(media.map((post) => [post.id, post]));
  const byCaption = new Map(captions.map((post) => [post.id, post]));
  return [...new Map([...byMedia, ...byCaption]).values()].map(({ id, at }) => ({
    id,
    at,
    sharesMedia: byMedia.has(id),
    sharesCaption: byCaption.has(id),
  }));
}

const byNearness = (one: Likeness, other: Likeness) =>
  both(other) - both(one) || other.at.getTime() - one.at.getTime();
const both = (one: Likeness) => Number(one.sharesMedia && one.sharesCaption);
