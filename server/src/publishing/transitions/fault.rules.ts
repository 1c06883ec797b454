import { findIssueByCode } from '../../instagram/graph/errors.ts';
import type { DisplayedIssue, EndOutcome } from '../state.ts';
import type { PostIssue } from '../post-issues.ts';

/** The party that caused a post not to be published. */
export type Fault = 'ours' | 'instagram' | 'owner';

const faultByCode: Readonly<Record<string, Fault>> = {
  'no-account': 'owner',
  'too-late': 'ours',
  containers: 'instagram',
  // The owner's type of account cannot publish stories through an app.
  'story-refused': 'owner',
  'other-account': 'owner',
};

const faultByAction: Readonly<Record<PostIssue['action'], Fault>> = {
  reconnect: 'owner',
  change_media: 'owner',
  edit: 'owner',
  confirm_account: 'owner',
  try_again: 'instagram',
  wait: 'instagram',
};

/** The outcome `error` (an internal error, or an unknown outcome) counts as ours. */
export function faultOf(
  outcome: EndOutcome,
  issue: Pick<DisplayedIssue, 'code' | 'action'> | null,
): Fault {
  if (outcome === 'error' || issue?.action == null) return 'ours';
  const { code, action } = issue;
  if (findIssueByCode(code)?.class === 'bug') return 'ours';
  return faultByCode[code] ?? faultByAction[action];
}
