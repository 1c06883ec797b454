import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';

/** A paragraph, or the items of a list. */
type Block = string | readonly string[];

/** One question and what the product really does. The claims of the specification stand as it words them. */
export interface Answer {
  /** Names it in the address, behind `#`: it must never change. */
  id: string;
  question: string;
  blocks: readonly Block[];
  /** Where one does what the answer says. */
  link?: { to: string; label: string };
}

export interface FaqCategory {
  id: SupportCategory;
  answers: readonly Answer[];
}
