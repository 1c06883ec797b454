import { createContext } from 'react';

/** How deep the headings of the form's parts are: under a page's `h1`, or under the `h3` of a step. */
export const SectionLevel = createContext<2 | 4>(4);
