import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';

type Block = string | readonly string[];

/** Claims of the specification are quoted literally. */
export interface Answer {
  /** The URL hash of the answer: it must never change. */
  id: string;
  question: string;
  blocks: readonly Block[];
  link?: { to: string; label: string };
}

export interface FaqCategory {
  id: SupportCategory;
  answers: readonly Answer[];
}
