export const AWAITING_APPROVAL = 'awaiting-approval';
/** The due time came without an approval: the post is a draft again. */
export const UNAPPROVED = 'unapproved';
export const CHANGE_REQUESTED = 'change-requested';
/** The approval came after the due time: the post is a draft. */
export const APPROVED_LATE = 'approved-late';
/** The issues that an approval, or its removal, resolves. */
export const approvalCodes = [
  AWAITING_APPROVAL,
  UNAPPROVED,
  CHANGE_REQUESTED,
  APPROVED_LATE,
] as const;
export const HELD_BY_PAUSE = 'held';
/** Reconciling could not determine whether Instagram published the post. */
export const UNVERIFIABLE = 'unverifiable';
/** Instagram has confirmed the post, and the account does not show it. */
export const NOT_VISIBLE = 'not-visible';
export const FIRST_COMMENT_FAILED = 'not-commented';
export const SERIES_STALLED = 'series-stalled';
