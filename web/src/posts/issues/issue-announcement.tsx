import type { Issue } from '@pontual/contract/posts/issues.ts';
import { useState } from 'react';
import { readNow } from '../now.ts';
import { issueText } from './issue-text.ts';

/** The text does not change, because a live region reads every change aloud. */
export function IssueAnnouncement({ issue }: { issue: Issue }) {
  const [text] = useState(() => {
    const { title, detail } = issueText(issue, readNow());
    return `${title} ${detail}`;
  });
  return text;
}
