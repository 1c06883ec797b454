import { cdp, type Locator } from 'vitest/browser';

interface Point {
  x: number;
  y: number;
}

export const sendCdp = (method: string, params?: Record<string, unknown>): Promise<unknown> =>
  (cdp() as unknown as { send: (method: string, params?: object) => Promise<unknown> }).send(
    method,
    params,
  );

/** The page of a test is an iframe. */
function toWindowPoint({ x, y }: Point): Point {
  const frame = window.frameElement?.getBoundingClientRect();
  if (frame === undefined) return { x, y };
  const scale = frame.width / innerWidth;
  return { x: frame.x + x * scale, y: frame.y + y * scale };
}

export function centerOf(target: Locator): Point {
  const { x, y, width, height } = target.element().getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

const mouseEvent = (type: string, point: Point, buttons: number) =>
  sendCdp('Input.dispatchMouseEvent', {
    type,
    ...toWindowPoint(point),
    buttons,
    button: type === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
    clickCount: type === 'mouseMoved' ? 0 : 1,
  });

export const mouse = {
  move: (point: Point) => mouseEvent('mouseMoved', point, 0),
  press: async (point: Point) => {
    await mouseEvent('mouseMoved', point, 0);
    await mouseEvent('mousePressed', point, 1);
  },
  release: (point: Point) => mouseEvent('mouseReleased', point, 0),
  drag: async (from: Point, to: Point) => {
    for (let step = 1; step <= STEPS; step += 1) {
      await mouseEvent('mouseMoved', between(from, to, step), 1);
    }
  },
};

const STEPS = 5;
const between = (from: Point, to: Point, step: number): Point => ({
  x: from.x + ((to.x - from.x) * step) / STEPS,
  y: from.y + ((to.y - from.y) * step) / STEPS,
});

/** The browser interprets the touch events as on a real device. */
export async function swipe(from: Point, to: Point): Promise<void> {
  const touch = (type: string, points: Point[]) =>
    sendCdp('Input.dispatchTouchEvent', { type, touchPoints: points.map(toWindowPoint) });
  await touch('touchStart', [from]);
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', [between(from, to, step)]);
  await touch('touchEnd', []);
}
