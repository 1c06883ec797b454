/** React calls the result with the element, and what it returns when the element is removed. */
export const toRef =
  (attach: (element: HTMLElement) => () => void) =>
  (element: HTMLElement | null): (() => void) | undefined =>
    element === null ? undefined : attach(element);
