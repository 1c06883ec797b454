import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { waitUntilSettled } from './accessibility.ts';

const WIDTHS = [360, 390, 768, 1024, 1180, 1280, 1320, 1440, 1920] as const;

export async function expectNoOverflow(): Promise<void> {
  const widths = new Map<string, number[]>();
  for (const width of WIDTHS) {
    await page.viewport(width, width < 900 ? 844 : 900);
    // A new width renders one frame later and may be animated.
    await waitUntilSettled();
    await waitUntilSettled();
    for (const layoutError of findLayoutErrors())
      widths.set(layoutError, [...(widths.get(layoutError) ?? []), width]);
  }
  const errors = [...widths].map(([layoutError, at]) => `${layoutError} (at ${at.join(', ')} px)`);
  expect(errors, 'what sticks out or is cut').toEqual([]);
}

export function expectOneLine(elements: readonly Element[]): void {
  const middles = elements.map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  expect(middles.length).toBeGreaterThan(1);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(10);
}

/** In px. */
const MAX_SIDE_PX = 1.5;
/** In px: the line box of a text is taller than its letters. */
const MAX_LINE_PX = 5;

/**
 * A text, picture or control leaves a framed ancestor, a section or the page, or is clipped. Exempt: 1 px
 * screen reader boxes, elements beyond the left edge or with negative margins, cropped aria-hidden drawings,
 * ellipses, and content of scrolling rows.
 */
function findLayoutErrors(): string[] {
  const errors = new Set<string>();
  const report = (layoutError: string | undefined) => {
    if (layoutError !== undefined) errors.add(layoutError);
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) report(`the page is ${scrollWidth} px wide`);
  const styleOf = createStyleReader();
  for (const element of document.body.querySelectorAll<HTMLElement | SVGElement>('*')) {
    if (element.closest('svg') !== null && element.tagName !== 'svg') continue;
    if (!isVisible(element) || styleOf(element).isScreenReaderOnly) continue;
    const scrolls = isScrolling(element, styleOf(element).style);
    if (scrolls) {
      report(findUnreachableRow(element));
      report(findUnmarkedRow(element, styleOf(element).style));
    }
    report(findCutValue(element));
    if (scrolls || element.matches(CONTENT_SELECTOR)) report(findErrorOf(element, styleOf));
    if (element.matches('svg, select, textarea, script, style')) continue;
    for (const child of element.childNodes)
      if (child instanceof Text && child.data.trim() !== '') report(findErrorOf(child, styleOf));
  }
  return [...errors];
}

const CONTENT_SELECTOR = 'svg, img, video, canvas, input, select, textarea, button, a, iframe';
const SECTION_SELECTOR =
  'main, section, article, form, fieldset, nav, ul, ol, li, dl, [role=tablist], [role=tabpanel]';

interface RenderedElement {
  style: CSSStyleDeclaration;
  box: DOMRect;
  /** A border, a background or a cell. */
  isFramed: boolean;
  isSection: boolean;
  isScreenReaderOnly: boolean;
}

type StyleOf = (element: Element) => RenderedElement;

function createStyleReader(): StyleOf {
  const cache = new WeakMap<Element, RenderedElement>();
  return (element) => {
    const rendered = cache.get(element) ?? readRendering(element);
    cache.set(element, rendered);
    return rendered;
  };
}

function readRendering(element: Element): RenderedElement {
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
    isSection: isBox && element.matches(SECTION_SELECTOR),
    isScreenReaderOnly: style.position === 'absolute' && isTiny && style.overflowX !== 'visible',
  };
}

const isVisible = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

const scrollsSideways = ({ overflowX }: CSSStyleDeclaration) =>
  overflowX === 'auto' || overflowX === 'scroll';

const isScrolling = (element: Element, style: CSSStyleDeclaration) =>
  scrollsSideways(style) && element.scrollWidth > element.clientWidth + 1;

function findUnreachableRow(element: HTMLElement | SVGElement): string | undefined {
  const isReached =
    element.tabIndex >= 0 || element.querySelector('a, button, input, [tabindex="0"]') !== null;
  return isReached ? undefined : `${describeNode(element)} scrolls, and no key reaches it`;
}

const findUnmarkedRow = (element: Element, style: CSSStyleDeclaration) =>
  style.scrollbarWidth === 'none' && style.maskImage === 'none'
    ? `${describeNode(element)} scrolls and does not show it`
    : undefined;

function findCutValue(element: Element): string | undefined {
  if (!(element instanceof HTMLInputElement) || element.form === null) return undefined;
  const isCut = element.scrollWidth > element.clientWidth + 1;
  const hasRoom = element.offsetWidth < element.form.clientWidth * 0.9;
  return isCut && hasRoom
    ? `${describeNode(element)} cuts its value "${element.value}" although its form is wider`
    : undefined;
}

function describeNode(node: Element | Text): string {
  if (node instanceof Text) return `"${node.data.trim().slice(0, 40)}"`;
  const text = node instanceof HTMLElement ? node.innerText.trim().replaceAll(/\s+/g, ' ') : '';
  const label =
    node.getAttribute('aria-label') ?? node.getAttribute('data-day') ?? text.slice(0, 30);
  const role = node.role === null ? '' : `[${node.role}]`;
  const name = label === '' ? `.${String(node.getAttribute('class')).slice(0, 60)}` : ` "${label}"`;
  return `${node.tagName.toLowerCase()}${role}${name}`;
}

function readBox(node: Element | Text): DOMRect {
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

class AncestorWalk {
  left: number;
  right: number;
  top: number;
  bottom: number;
  isInFlow = true;
  isFixed = false;
  checksHeight = true;

  constructor({ left, right, top, bottom }: DOMRect) {
    this.left = left;
    this.right = right;
    this.top = top;
    this.bottom = bottom;
  }

  /** Positioning or negative margins may place the element outside its ancestors. */
  pass({ position, marginTop, marginLeft, marginRight }: CSSStyleDeclaration): void {
    if (Number.parseFloat(marginTop) < 0) this.checksHeight = false;
    if (Number.parseFloat(marginLeft) < 0 || Number.parseFloat(marginRight) < 0)
      this.isInFlow = false;
    if (position === 'absolute' || position === 'fixed') this.isInFlow = false;
    if (position === 'fixed') this.isFixed = true;
  }

  horizontalOverflow(box: DOMRect): number {
    return Math.max(box.left - this.left, this.right - box.right);
  }

  verticalOverflow(box: DOMRect): number {
    return this.checksHeight ? Math.max(box.top - this.top, this.bottom - box.bottom) : 0;
  }

  clip(box: DOMRect): void {
    this.left = Math.max(this.left, box.left);
    this.right = Math.min(this.right, box.right);
    this.top = Math.max(this.top, box.top);
    this.bottom = Math.min(this.bottom, box.bottom);
  }
}

function findErrorOf(node: Element | Text, styleOf: StyleOf): string | undefined {
  const ownBox = readBox(node);
  if (ownBox.width === 0 || ownBox.height === 0 || ownBox.right <= 0) return undefined;
  const walk = new AncestorWalk(ownBox);
  if (node.parentElement?.closest('[inert]') !== null) walk.checksHeight = false;
  if (node instanceof Element) walk.pass(styleOf(node).style);
  let at = node.parentElement;
  for (; at !== null && at !== document.documentElement; at = at.parentElement) {
    const rendered = styleOf(at);
    if (rendered.isScreenReaderOnly || isScrolling(at, rendered.style)) return undefined;
    if (/auto|scroll/.test(rendered.style.overflowY)) walk.checksHeight = false;
    const layoutError = findErrorIn(at, { node, walk, rendered });
    if (layoutError !== undefined) return layoutError;
    walk.pass(rendered.style);
  }
  const out = Math.max(-walk.left, walk.right - document.documentElement.clientWidth);
  return out > MAX_SIDE_PX ? `${describeNode(node)} leaves the page, ${px(out)}` : undefined;
}

interface AncestorStep {
  node: Element | Text;
  walk: AncestorWalk;
  rendered: RenderedElement;
}

function findErrorIn(
  ancestor: Element,
  { node, walk, rendered }: AncestorStep,
): string | undefined {
  const { style, box, isFramed, isSection } = rendered;
  const side = walk.horizontalOverflow(box);
  const height = walk.verticalOverflow(box);
  const isOut = side > MAX_SIDE_PX || height > MAX_LINE_PX;
  if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
    const isShortened =
      style.textOverflow === 'ellipsis' ||
      (style.getPropertyValue('-webkit-line-clamp') !== 'none' && side <= MAX_SIDE_PX);
    if (isOut && !isShortened && !isDrawing(node) && !walk.isFixed)
      return `${describeNode(node)} is cut by ${describeNode(ancestor)}, ${px(Math.max(side, height))}`;
    walk.clip(box);
  }
  if (!walk.isInFlow) return undefined;
  if (isFramed && ancestor !== document.body) {
    if (side > MAX_SIDE_PX)
      return `${describeNode(node)} leaves ${describeNode(ancestor)} sideways, ${px(side)}`;
    return isOut
      ? `${describeNode(node)} leaves ${describeNode(ancestor)} in height, ${px(height)}`
      : undefined;
  }
  return isSection && side > MAX_SIDE_PX && !isDrawing(node)
    ? `${describeNode(node)} leaves its ${describeNode(ancestor)} sideways, ${px(side)}`
    : undefined;
}
