import type { Need } from '@pontual/contract/needs.ts';
import { useState } from 'react';
import { readNow } from '../posts/now.ts';
import { needWords } from './need-words.ts';

/** A need in words, as it was when it came: a live region says what changes in it. */
export function NeedNews({ need }: { need: Need }) {
  const [said] = useState(() => {
    const { title, detail } = needWords(need, readNow());
    return `${title} ${detail}`;
  });
  return said;
}
