import { createContext } from 'react';

/** Below the `h1` of a page, or below the `h3` of a step. */
export const SectionLevel = createContext<2 | 4>(4);
