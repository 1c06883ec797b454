import type { Need } from '@pontual/contract/needs.ts';
import { useState } from 'react';
import { readNow } from '../posts/now.ts';
import { needWords } from './need-words.ts';

/** A need in words. They stay as they were: a live region reads every change aloud. */
export function NeedAnnouncement({ need }: { need: Need }) {
  const [text] = useState(() => {
    const { title, detail } = needWords(need, readNow());
    return `${title} ${detail}`;
  });
  return text;
}
