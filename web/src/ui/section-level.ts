import { createContext } from 'react';

/** Level of the section headings in the form: below the `h1` of a page, or below the `h3` of a step. */
export const SectionLevel = createContext<2 | 4>(4);
