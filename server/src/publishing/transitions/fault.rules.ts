import type { ErrorClass } from '../../instagram/graph/error-table.ts';
import { findIssueByCode } from '../../instagram/graph/errors.ts';
import type { DisplayedIssue, EndOutcome } from '../state.ts';
import type { PostIssue } from '../post-issues.ts';

/** The party that caused a post not to be published. */
export type Fault = 'ours' | 'instagram' | 'owner';

const faultByErrorClass: Readonly<Record<ErrorClass, Fault>> = {
  transient: 'instagram',
  new_container: 'instagram',
  not_ready: 'instagram',
  rate_limited: 'instagram',
  app_limited: 'instagram',
  quota: 'instagram',
  blocked: 'instagram',
  reconnect: 'owner',
  content: 'owner',
  bug: 'ours',
};

const faultByCode: Readonly<Record<string, Fault>> = {
  'no-account': 'owner',
  'too-late': 'ours',
  'not-fetched': 'ours',
  'not-processable': 'instagram',
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
  const error = findIssueByCode(code);
  if (error === undefined) return faultByCode[code] ?? faultByAction[action];
  return error.fileFailure === 'unfetched' ? 'ours' : faultByErrorClass[error.class];
}
