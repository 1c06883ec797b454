import type { PositionedTag } from '../form.rules.ts';

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

const toPercent = (part: number) => Math.min(1, Math.max(0, part)) * 100;

/** Where the names of those stand who are tagged at a place on the picture. */
export function layoutLabels(tags: readonly PositionedTag[]): Label[] {
  return tags.flatMap(({ username, x, y }) => {
    if (x === undefined || y === undefined) return [];
    const [left, top] = [toPercent(x), toPercent(y)];
    return { username: username.replace(/^@/, ''), left, top, shift: left, isAbove: top > 80 };
  });
}

/** Those who are tagged without a place, as in a video. */
export function listUnpositioned(tags: readonly PositionedTag[]): string[] {
  return tags
    .filter(({ x, y }) => x === undefined || y === undefined)
    .map(({ username }) => username.replace(/^@/, ''));
}
