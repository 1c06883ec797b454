import { expect, type Locator, type Page } from '@playwright/test';

/** Keyboard, mouse or touch. Text that is typed afterwards goes to the focused element. */
export interface InputMethod {
  /** `key` moves between targets where Tab does not, such as the days of a month. */
  moveTo: (target: Locator, key?: string) => Promise<void>;
  press: (target: Locator, key?: string) => Promise<void>;
}

const MAX_TAB_STOPS = 60;

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** A dialog that has just opened or closed moves the focus one frame later. */
const TWO_FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** Presses a key until the target has the focus and keeps it. */
export async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    if (await isFocused(target)) {
      await target.page().evaluate(TWO_FRAMES);
      if (await isFocused(target)) return;
    }
    await target.page().keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

const click = (target: Locator) => target.click();
const tap = (target: Locator) => target.tap();

export const inputMethods: Record<'mouse' | 'finger' | 'keys', InputMethod> = {
  mouse: { moveTo: click, press: click },
  finger: { moveTo: tap, press: tap },
  keys: {
    moveTo: tabTo,
    async press(target, key) {
      await tabTo(target, key);
      await target.page().keyboard.press('Enter');
    },
  },
};

interface Point {
  x: number;
  y: number;
}

export async function getCenter(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Swipes with an emulated finger; the browser interprets the touch events as it does real ones. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 10;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= steps; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    const touchPoints = [{ x, y }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
