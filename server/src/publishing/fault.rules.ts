import { findIssueByCode } from '../instagram/graph/errors.ts';
import type { EndStatus, PostIssue } from './transitions.ts';

/** Whose fault it is that a post did not go out. */
export type Fault = 'ours' | 'instagram' | 'owner';

/** Of problems whose action does not say it. */
const faultByCode: Readonly<Record<string, Fault>> = {
  'no-account': 'owner',
  'too-late': 'ours',
  containers: 'instagram',
  // Their kind of account publishes no stories by applications.
  'story-refused': 'owner',
  // Nobody has said that it may go to another account.
  'other-account': 'owner',
};

/** What only the owner could have done. */
const faultByAction: Readonly<Record<PostIssue['action'], Fault>> = {
  reconnect: 'owner',
  change_media: 'owner',
  edit: 'owner',
  confirm_account: 'owner',
  try_again: 'instagram',
  wait: 'instagram',
};

/** An `error` is a fault of ours by its name; of the others the problem tells. */
export function faultOf(status: EndStatus, { code, action }: PostIssue): Fault {
  if (status === 'error' || findIssueByCode(code)?.class === 'bug') return 'ours';
  return faultByCode[code] ?? faultByAction[action];
}
