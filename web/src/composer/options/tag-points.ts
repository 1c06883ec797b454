import type { PositionedTag } from '../form.rules.ts';

/** A point of a picture: both values from 0 to 1, from the top left. */
export interface Point {
  x: number;
  y: number;
}

/** Finer than one pixel of the published picture. */
const PRECISION = 10_000;
const STEP = 0.01;
const LONG_STEP = 0.05;

const clampShare = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * PRECISION) / PRECISION;

const clampPoint = ({ x, y }: Point): Point => ({ x: clampShare(x), y: clampShare(y) });

/** `box` is the picture's rectangle in px. */
export function pointFromPointer(
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  pointer: { clientX: number; clientY: number },
): Point {
  return clampPoint({
    x: (pointer.clientX - box.left) / box.width,
    y: (pointer.clientY - box.top) / box.height,
  });
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Null for a key that is no arrow. */
export function pointAfterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { x, y }: Point,
): Point | null {
  const direction = directions[key];
  if (direction === undefined) return null;
  const step = shiftKey ? LONG_STEP : STEP;
  return clampPoint({ x: x + direction.x * step, y: y + direction.y * step });
}

/** Tags without a position are placed side by side across the middle. */
export function listPoints(tags: readonly PositionedTag[]): Point[] {
  return tags.map(({ x, y }, index) =>
    x === undefined || y === undefined
      ? clampPoint({ x: (index + 1) / (tags.length + 1), y: 0.5 })
      : { x, y },
  );
}

/** A user who is already tagged is moved. */
export function withTag(
  tags: readonly PositionedTag[],
  username: string,
  point: Point,
): readonly PositionedTag[] {
  const positionedTag = { username, ...point };
  return tags.some((tag) => tag.username === username)
    ? tags.map((tag) => (tag.username === username ? positionedTag : tag))
    : [...tags, positionedTag];
}

export const withoutTag = (
  tags: readonly PositionedTag[],
  username: string,
): readonly PositionedTag[] => tags.filter((tag) => tag.username !== username);

/** Existing tags keep their position. */
export const tagsForNames = (
  tags: readonly PositionedTag[],
  names: readonly string[],
): readonly PositionedTag[] =>
  names.map((username) => tags.find((tag) => tag.username === username) ?? { username });

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent' });

export const pointText = ({ x, y }: Point): string =>
  `${percent.format(x)} da esquerda, ${percent.format(y)} do alto`;
