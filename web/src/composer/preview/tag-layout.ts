import type { PositionedTag } from '../form.rules.ts';

interface Label {
  username: string;
  /** Position of the label's arrow, in % of the picture. */
  left: number;
  top: number;
  /** Part of the label left of its arrow, in %: keeps it within the picture near an edge. */
  shift: number;
  isAbove: boolean;
}

const toPercent = (part: number) => Math.min(1, Math.max(0, part)) * 100;

export function layoutLabels(tags: readonly PositionedTag[]): Label[] {
  return tags.flatMap(({ username, x, y }) => {
    if (x === undefined || y === undefined) return [];
    const [left, top] = [toPercent(x), toPercent(y)];
    return { username: username.replace(/^@/, ''), left, top, shift: left, isAbove: top > 80 };
  });
}

export function listUnpositioned(tags: readonly PositionedTag[]): string[] {
  return tags
    .filter(({ x, y }) => x === undefined || y === undefined)
    .map(({ username }) => username.replace(/^@/, ''));
}
