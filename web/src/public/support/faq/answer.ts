import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';

type Block = string | readonly string[];

/** A question with the actual behaviour of the product. Claims of the specification are quoted literally. */
export interface Answer {
  /** The URL hash of the answer: it must never change. */
  id: string;
  question: string;
  blocks: readonly Block[];
  /** Links to the page where the user can act on the answer. */
  link?: { to: string; label: string };
}

export interface FaqCategory {
  id: SupportCategory;
  answers: readonly Answer[];
}
