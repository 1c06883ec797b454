/** Per picture, newest first. */
export const MAX_PICTURE_MATCHES = 20;

/** `at` is the time of publication or the due time. */
export interface DatedPost {
  id: string;
  at: Date;
}

export interface DuplicateCandidate extends DatedPost {
  sharesMedia: boolean;
  sharesCaption: boolean;
}

/** Those that share picture and caption come first, then the newest. */
export const rankCandidates = (
  media: readonly DatedPost[],
  captions: readonly DatedPost[],
): DuplicateCandidate[] => mergeCandidates(media, captions).toSorted(compareCandidates);

/** Does not sort the other candidates. */
export function findNearestCandidate(
  media: readonly DatedPost[],
  captions: readonly DatedPost[],
): DuplicateCandidate | null {
  let nearest: DuplicateCandidate | null = null;
  for (const one of mergeCandidates(media, captions)) {
    if (nearest === null || compareCandidates(one, nearest) < 0) nearest = one;
  }
  return nearest;
}

function mergeCandidates(
  media: readonly DatedPost[],
  captions: readonly DatedPost[],
): DuplicateCandidate[] {
  const byMedia = new Map(media.map((post) => [post.id, post]));
  const byCaption = new Map(captions.map((post) => [post.id, post]));
  return [...new Map([...byMedia, ...byCaption]).values()].map(({ id, at }) => ({
    id,
    at,
    sharesMedia: byMedia.has(id),
    sharesCaption: byCaption.has(id),
  }));
}

const compareCandidates = (one: DuplicateCandidate, other: DuplicateCandidate) =>
  sharesBoth(other) - sharesBoth(one) || other.at.getTime() - one.at.getTime();
const sharesBoth = (one: DuplicateCandidate) => Number(one.sharesMedia && one.sharesCaption);
