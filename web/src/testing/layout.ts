import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { settled } from './barriers.ts';

/** Phones, tablets, small laptops (where the sidebar leaves little room) and large screens, in px. */
const WIDTHS = [360, 390, 768, 1024, 1180, 1280, 1320, 1440, 1920] as const;

/** At every width in turn: nothing leaves the page, its cell or its button, and nothing is cut. */
export async function expectNothingSticksOut(): Promise<void> {
  const widths = new Map<string, number[]>();
  for (const width of WIDTHS) {
    await page.viewport(width, width < 900 ? 844 : 900);
    // What a new width changes is drawn a frame later, and may move in.
    await settled();
    await settled();
    for (const fault of layoutFaults()) widths.set(fault, [...(widths.get(fault) ?? []), width]);
  }
  const faults = [...widths].map(([fault, at]) => `${fault} (at ${at.join(', ')} px)`);
  expect(faults, 'what sticks out or is cut').toEqual([]);
}

/** They stand beside each other, none under another. */
export function expectOneLine(elements: readonly Element[]): void {
  const middles = elements.map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  expect(middles.length).toBeGreaterThan(1);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(10);
}

/** How far something may stick out sideways, in px. */
const SIDE = 1.5;
/** How far in height: the line box of a text is higher than its letters. */
const LINE = 5;

/**
 * What sticks out. Every text, picture and control is judged against each ancestor up to the page: it stays
 * inside a framed one (a cell, a card, a button) and beside no part of the page (a list, a form), is not cut by
 * a clipping one, and stays inside the page.
 *
 * Not judged: boxes of 1 px for screen readers, what is put beyond the left edge, what a negative margin puts
 * over an edge, drawings (aria-hidden) that an ancestor crops, text that ends in an ellipsis, and what a scrolling
 * row holds. That row itself is judged: a key reaches it, and it shows that it goes on.
 */
function layoutFaults(): string[] {
  const faults = new Set<string>();
  const tell = (fault: string | undefined) => {
    if (fault !== undefined) faults.add(fault);
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) tell(`the page is ${scrollWidth} px wide`);
  const styleOf = styles();
  for (const element of document.body.querySelectorAll<HTMLElement | SVGElement>('*')) {
    if (element.closest('svg') !== null && element.tagName !== 'svg') continue;
    if (!isSeen(element) || styleOf(element).isForTheEar) continue;
    const scrolls = isScrolling(element, styleOf(element).style);
    if (scrolls) {
      tell(unreachedRow(element));
      tell(unmarkedRow(element, styleOf(element).style));
    }
    tell(cutValue(element));
    if (scrolls || element.matches(LEAVES)) tell(faultOf(element, styleOf));
    if (element.matches('svg, select, textarea, script, style')) continue;
    for (const child of element.childNodes)
      if (child instanceof Text && child.data.trim() !== '') tell(faultOf(child, styleOf));
  }
  return [...faults];
}

const LEAVES = 'svg, img, video, canvas, input, select, textarea, button, a, iframe';
const PARTS =
  'main, section, article, form, fieldset, nav, ul, ol, li, dl, [role=tablist], [role=tabpanel]';

interface Drawn {
  style: CSSStyleDeclaration;
  box: DOMRect;
  /** It has an edge that is seen: a border, a background, a cell's. */
  isFramed: boolean;
  isPart: boolean;
  isForTheEar: boolean;
}

type StyleOf = (element: Element) => Drawn;

/** Reads how an element is drawn, once for each. */
function styles(): StyleOf {
  const known = new WeakMap<Element, Drawn>();
  return (element) => {
    const drawn = known.get(element) ?? draw(element);
    known.set(element, drawn);
    return drawn;
  };
}

function draw(element: Element): Drawn {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isBox = style.display !== 'inline' && style.display !== 'contents';
  const hasFrame =
    element.matches('td, th, button, [role=tab], [role=gridcell]') ||
    (Number.parseFloat(style.borderLeftWidth) > 0 &&
      Number.parseFloat(style.borderRightWidth) > 0) ||
    !/^rgba\(.*, 0\)$/.test(style.backgroundColor);
  const isTiny = box.width <= 1 || box.height <= 1;
  return {
    style,
    box,
    isFramed: isBox && hasFrame,
    isPart: isBox && element.matches(PARTS),
    isForTheEar: style.position === 'absolute' && isTiny && style.overflowX !== 'visible',
  };
}

const isSeen = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

const scrollsSideways = ({ overflowX }: CSSStyleDeclaration) =>
  overflowX === 'auto' || overflowX === 'scroll';

const isScrolling = (element: Element, style: CSSStyleDeclaration) =>
  scrollsSideways(style) && element.scrollWidth > element.clientWidth + 1;

function unreachedRow(element: HTMLElement | SVGElement): string | undefined {
  const isReached =
    element.tabIndex >= 0 || element.querySelector('a, button, input, [tabindex="0"]') !== null;
  return isReached ? undefined : `${nameOf(element)} scrolls, and no key reaches it`;
}

const unmarkedRow = (element: Element, style: CSSStyleDeclaration) =>
  style.scrollbarWidth === 'none' && style.maskImage === 'none'
    ? `${nameOf(element)} scrolls and does not show it`
    : undefined;

function cutValue(element: Element): string | undefined {
  if (!(element instanceof HTMLInputElement) || element.form === null) return undefined;
  const isCut = element.scrollWidth > element.clientWidth + 1;
  const hasRoom = element.offsetWidth < element.form.clientWidth * 0.9;
  return isCut && hasRoom
    ? `${nameOf(element)} cuts its value "${element.value}" although its form is wider`
    : undefined;
}

function nameOf(node: Element | Text): string {
  if (node instanceof Text) return `"${node.data.trim().slice(0, 40)}"`;
  const text = node instanceof HTMLElement ? node.innerText.trim().replaceAll(/\s+/g, ' ') : '';
  const label =
    node.getAttribute('aria-label') ?? node.getAttribute('data-day') ?? text.slice(0, 30);
  const role = node.role === null ? '' : `[${node.role}]`;
  const name = label === '' ? `.${String(node.getAttribute('class')).slice(0, 60)}` : ` "${label}"`;
  return `${node.tagName.toLowerCase()}${role}${name}`;
}

function boxOf(node: Element | Text): DOMRect {
  if (node instanceof Element) return node.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

function isDrawing(node: Element | Text): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  if (element === null) return false;
  return (
    element.closest('[aria-hidden=true], [inert]') !== null ||
    element.matches('img, video, canvas, svg')
  );
}

const px = (length: number) => `${Math.round(length)} px`;

/** What is known of a text or control on the way up through its ancestors. */
class Climb {
  left: number;
  right: number;
  top: number;
  bottom: number;
  isInFlow = true;
  isFixed = false;
  judgesHeight = true;

  constructor({ left, right, top, bottom }: DOMRect) {
    this.left = left;
    this.right = right;
    this.top = top;
    this.bottom = bottom;
  }

  /** Where this element stands may have been meant to be outside of those around it. */
  pass({ position, marginTop, marginLeft, marginRight }: CSSStyleDeclaration): void {
    if (Number.parseFloat(marginTop) < 0) this.judgesHeight = false;
    if (Number.parseFloat(marginLeft) < 0 || Number.parseFloat(marginRight) < 0)
      this.isInFlow = false;
    if (position === 'absolute' || position === 'fixed') this.isInFlow = false;
    if (position === 'fixed') this.isFixed = true;
  }

  sideOver(box: DOMRect): number {
    return Math.max(box.left - this.left, this.right - box.right);
  }

  heightOver(box: DOMRect): number {
    return this.judgesHeight ? Math.max(box.top - this.top, this.bottom - box.bottom) : 0;
  }

  clip(box: DOMRect): void {
    this.left = Math.max(this.left, box.left);
    this.right = Math.min(this.right, box.right);
    this.top = Math.max(this.top, box.top);
    this.bottom = Math.min(this.bottom, box.bottom);
  }
}

/** What is wrong with where this stands, and `undefined` where nothing is. */
function faultOf(node: Element | Text, styleOf: StyleOf): string | undefined {
  const own = boxOf(node);
  if (own.width === 0 || own.height === 0 || own.right <= 0) return undefined;
  const climb = new Climb(own);
  // A picture of the product, behind what opens it.
  if (node.parentElement?.closest('[inert]') !== null) climb.judgesHeight = false;
  if (node instanceof Element) climb.pass(styleOf(node).style);
  let at = node.parentElement;
  for (; at !== null && at !== document.documentElement; at = at.parentElement) {
    const drawn = styleOf(at);
    if (drawn.isForTheEar || isScrolling(at, drawn.style)) return undefined;
    if (/auto|scroll/.test(drawn.style.overflowY)) climb.judgesHeight = false;
    const fault = faultIn(at, { node, climb, drawn });
    if (fault !== undefined) return fault;
    climb.pass(drawn.style);
  }
  const out = Math.max(-climb.left, climb.right - document.documentElement.clientWidth);
  return out > SIDE ? `${nameOf(node)} leaves the page, ${px(out)}` : undefined;
}

interface Step {
  node: Element | Text;
  climb: Climb;
  drawn: Drawn;
}

function faultIn(ancestor: Element, { node, climb, drawn }: Step): string | undefined {
  const { style, box, isFramed, isPart } = drawn;
  const side = climb.sideOver(box);
  const height = climb.heightOver(box);
  const isOut = side > SIDE || height > LINE;
  if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
    // Lines that are left out, or the end of one; a word that is too wide has no ellipsis.
    const isShortened =
      style.textOverflow === 'ellipsis' ||
      (style.getPropertyValue('-webkit-line-clamp') !== 'none' && side <= SIDE);
    if (isOut && !isShortened && !isDrawing(node) && !climb.isFixed)
      return `${nameOf(node)} is cut by ${nameOf(ancestor)}, ${px(Math.max(side, height))}`;
    climb.clip(box);
  }
  if (!climb.isInFlow) return undefined;
  if (isFramed && ancestor !== document.body) {
    if (side > SIDE) return `${nameOf(node)} leaves ${nameOf(ancestor)} sideways, ${px(side)}`;
    return isOut
      ? `${nameOf(node)} leaves ${nameOf(ancestor)} in height, ${px(height)}`
      : undefined;
  }
  return isPart && side > SIDE && !isDrawing(node)
    ? `${nameOf(node)} leaves its ${nameOf(ancestor)} sideways, ${px(side)}`
    : undefined;
}
