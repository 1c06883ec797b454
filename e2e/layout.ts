import { expect, type Page } from '@playwright/test';

/** Phones, tablets, small laptops (where the sidebar leaves little room) and large screens. */
const widths = [360, 390, 768, 1024, 1180, 1280, 1320, 1440, 1920] as const;

/** What moves has arrived, and what a new width changes is drawn. */
const SETTLED = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
  await document.fonts.ready;
  await frame();
  await frame();
  const ending = document.getAnimations().filter((each) =>
    each.playState === 'running' && each.effect.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
})()`;

/**
 * Answers what sticks out. Every text, picture and control is judged against each ancestor up to the
 * page: it stays inside a framed one (a cell, a card, a button) and beside no part of the page (a list, a
 * form), is not cut by a clipping one, and stays inside the page. In words, for it runs in the browser.
 *
 * Not judged: what is there for the ear alone (a box of 1 px), what is put beyond the left edge, what a
 * negative margin puts over an edge, drawings
 * (aria-hidden) that an ancestor crops, text that ends in an ellipsis, and what a scrolling row holds.
 * That row itself is judged: a key reaches it, and it shows that it goes on.
 */
const STICKS_OUT = `(() => {
  const SIDE = 1.5;
  // The line box of a text is higher than its letters.
  const LINE = 5;
  const told = new Set();
  const page = document.documentElement;
  const width = page.clientWidth;
  if (page.scrollWidth > width) told.add('the page is ' + page.scrollWidth + ' px wide');

  const looks = new WeakMap();
  const lookOf = (element) => {
    let look = looks.get(element);
    if (look === undefined) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const isFramed = style.display !== 'inline' && style.display !== 'contents' &&
        (/^(TD|TH|BUTTON)$/.test(element.tagName) || element.matches('[role=tab], [role=gridcell]') ||
        (parseFloat(style.borderLeftWidth) > 0 && parseFloat(style.borderRightWidth) > 0) ||
        !/^rgba\\(.*, 0\\)$/.test(style.backgroundColor));
      look = { style, box, isFramed, isPart: style.display !== 'inline' && style.display !== 'contents' && element.matches(
        'main, section, article, form, fieldset, nav, ul, ol, li, dl, [role=tablist], [role=tabpanel]'),
        isForTheEar: style.position === 'absolute' && (box.width <= 1 || box.height <= 1) &&
          style.overflowX !== 'visible' };
      looks.set(element, look);
    }
    return look;
  };
  const nameOf = (node) => {
    if (node.nodeType === 3) return '"' + node.data.trim().slice(0, 40) + '"';
    const label = node.getAttribute('aria-label') ?? node.getAttribute('data-day') ?? '';
    const text = (node.innerText ?? '').trim().replace(/\\s+/g, ' ').slice(0, 30);
    return node.tagName.toLowerCase() + (node.role ? '[' + node.role + ']' : '') +
      (label || text ? ' "' + (label || text) + '"' : '.' + String(node.getAttribute('class')).slice(0, 60));
  };
  const boxOf = (node) => {
    if (node.nodeType === 1) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const isDrawing = (node) => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    return element.closest('[aria-hidden=true], [inert]') !== null || element.matches('img, video, canvas, svg');
  };
  const px = (number) => Math.round(number) + ' px';

  const judge = (node) => {
    const own = boxOf(node);
    if (own.width === 0 || own.height === 0 || own.right <= 0) return;
    const rect = { left: own.left, right: own.right, top: own.top, bottom: own.bottom };
    const name = nameOf(node);
    let isInFlow = true;
    let isFixed = false;
    // A picture of the product, behind what opens it.
    let judgesHeight = node.parentElement.closest('[inert]') === null;
    const place = (element) => {
      const { position, marginTop, marginLeft, marginRight } = lookOf(element).style;
      // Put over the edge on purpose.
      if (parseFloat(marginTop) < 0) judgesHeight = false;
      if (parseFloat(marginLeft) < 0 || parseFloat(marginRight) < 0) isInFlow = false;
      if (position === 'absolute' || position === 'fixed') isInFlow = false;
      if (position === 'fixed') isFixed = true;
    };
    if (node.nodeType === 1) place(node);
    for (let at = node.parentElement; at !== null && at !== page; at = at.parentElement) {
      const { style, box, isFramed, isPart, isForTheEar } = lookOf(at);
      if (isForTheEar) return;
      const { overflowX, overflowY } = style;
      const scrolls = overflowX === 'auto' || overflowX === 'scroll';
      if (scrolls && at.scrollWidth > at.clientWidth + 1) return;
      if (overflowY === 'auto' || overflowY === 'scroll') judgesHeight = false;
      const side = Math.max(box.left - rect.left, rect.right - box.right);
      const height = judgesHeight ? Math.max(box.top - rect.top, rect.bottom - box.bottom) : 0;
      if (overflowX === 'hidden' || overflowX === 'clip') {
        // Lines that are left out, or the end of one; a word that is too wide has no ellipsis.
        const isShortened = style.textOverflow === 'ellipsis' ||
          (style.webkitLineClamp !== 'none' && side <= SIDE);
        if ((side > SIDE || height > LINE) && !isShortened && !isDrawing(node) && !isFixed) {
          told.add(name + ' is cut by ' + nameOf(at) + ', ' + px(Math.max(side, height)));
          return;
        }
        rect.left = Math.max(rect.left, box.left);
        rect.right = Math.min(rect.right, box.right);
        rect.top = Math.max(rect.top, box.top);
        rect.bottom = Math.min(rect.bottom, box.bottom);
      }
      if (isInFlow && isFramed && at !== document.body) {
        if (side > SIDE) told.add(name + ' leaves ' + nameOf(at) + ' sideways, ' + px(side));
        else if (height > LINE) told.add(name + ' leaves ' + nameOf(at) + ' in height, ' + px(height));
        if (side > SIDE || height > LINE) return;
      } else if (isInFlow && isPart && side > SIDE && !isDrawing(node)) {
        told.add(name + ' leaves its ' + nameOf(at) + ' sideways, ' + px(side));
        return;
      }
      place(at);
    }
    const out = Math.max(-rect.left, rect.right - width);
    if (out > SIDE) told.add(name + ' leaves the page, ' + px(out));
  };

  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg') !== null && element.tagName !== 'svg') continue;
    if (!isSeen(element) || lookOf(element).isForTheEar) continue;
    const { style } = lookOf(element);
    const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
    const goesOn = scrolls && element.scrollWidth > element.clientWidth + 1;
    if (goesOn) {
      const isReached = element.tabIndex >= 0 ||
        element.querySelector('a, button, input, [tabindex="0"]') !== null;
      if (!isReached) told.add(nameOf(element) + ' scrolls, and no key reaches it');
      if (style.scrollbarWidth === 'none' && style.maskImage === 'none')
        told.add(nameOf(element) + ' scrolls and does not show it');
    }
    if (element.tagName === 'INPUT' && element.scrollWidth > element.clientWidth + 1 &&
      element.form !== null && element.offsetWidth < element.form.clientWidth * 0.9)
      told.add(nameOf(element) + ' cuts its value "' + element.value + '" although its form is wider');
    const isLeaf = /^(svg|img|video|canvas|input|select|textarea|button|a|iframe)$/i.test(element.tagName);
    if (isLeaf || goesOn) judge(element);
    if (/^(svg|select|textarea|script|style)$/i.test(element.tagName)) continue;
    for (const child of element.childNodes)
      if (child.nodeType === 3 && child.data.trim() !== '') judge(child);
  }
  return [...told];
})()`;

/** At every width in turn: nothing leaves the page, its cell or its button, and nothing is cut. */
export async function expectNothingSticksOut(page: Page, what: string): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 900 ? 844 : 900 });
    for (const told of await page.evaluate<string[]>(`${SETTLED}.then(() => ${STICKS_OUT})`)) {
      (found[told] ??= []).push(String(width));
    }
  }
  const told = Object.entries(found).map(([each, at]) => `${each} (at ${at.join(', ')} px)`);
  expect.soft(told, what).toEqual([]);
}
