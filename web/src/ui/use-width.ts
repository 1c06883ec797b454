import { useState } from 'react';

/** In px; 0 before the element is mounted. */
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
