import { useState } from 'react';

/** Returns a ref and the width of its element in px; 0 before it is mounted. */
export function useWidth<E extends HTMLElement>() {
  const [width, setWidth] = useState(0);
  const [ref] = useState(() => (element: E) => {
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return { width, ref };
}
