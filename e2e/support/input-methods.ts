import { expect, type Locator, type Page } from '@playwright/test';

/** How a person gets at things. What is typed afterwards goes where the hand is. */
export interface InputMethod {
  /** `key` leads from one to the next, where Tab does not: among the days of a month. */
  moveTo: (target: Locator, key?: string) => Promise<void>;
  press: (target: Locator, key?: string) => Promise<void>;
}

const MAX_TAB_STOPS = 60;

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** A dialog that has just opened or closed moves the focus one frame later. */
const TWO_FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** Presses a key until the focus is there and stays, as somebody without a mouse does. */
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

/** Where a hand goes to get hold of something. */
export async function getCenter(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a finger over the glass; the browser decides what becomes of it, as with a real one. */
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

/** Comes near to a page that the server has sent whole, and waits for the application to take it up. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link').first().hover();
  await expect(page.locator('#root[data-page]')).toHaveCount(0);
}
