import type { PlacedTag } from '../form-rules.ts';

interface Label {
  username: string;
  /** Where its arrow points, in % of the picture. */
  left: number;
  top: number;
  /** How much of the label lies left of its arrow, in %: near an edge it keeps inside. */
  shift: number;
  /** Above the point, where there is no room below. */
  isAbove: boolean;
}

const percent = (part: number) => Math.min(1, Math.max(0, part)) * 100;

/** Where the names of those stand who are tagged at a place on the picture. */
export function labelsOf(tags: readonly PlacedTag[]): Label[] {
  return tags.flatMap(({ username, x, y }) => {
    if (x === undefined || y === undefined) return [];
    const [left, top] = [percent(x), percent(y)];
    return { username: username.replace(/^@/, ''), left, top, shift: left, isAbove: top > 80 };
  });
}

/** Those who are tagged without a place, as in a video. */
export function unplacedOf(tags: readonly PlacedTag[]): string[] {
  return tags
    .filter(({ x, y }) => x === undefined || y === undefined)
    .map(({ username }) => username.replace(/^@/, ''));
}
