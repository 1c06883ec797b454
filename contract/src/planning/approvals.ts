import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { approval, post, postIdParams, verdicts } from '../posts/posts.ts';
import { oneLine, severalLines, text } from '../shared/text-fields.ts';

const APPROVER_NAME_MAX = 80;
const APPROVAL_NOTE_MAX = 500;

const note = severalLines('Escreva o que precisa mudar').check(
  z.maxLength(APPROVAL_NOTE_MAX, `Escreva no máximo ${APPROVAL_NOTE_MAX} caracteres`),
);

/** A verdict on exactly the content that the approver saw; a change request needs a note. */
const approvalAnswer = {
  verdict: z.enum(verdicts, 'Dados inválidos'),
  contentHash: text('Dados inválidos').check(z.maxLength(100)),
  note: z._default(note, ''),
};

const approvalRules = z.object({
  /** No post goes out before a member who did not write it approves it. */
  otherApprover: z.boolean('Dados inválidos'),
});
export type ApprovalRules = z.output<typeof approvalRules>;

export const readApprovalRules = endpoint({
  method: 'GET',
  path: '/approvals/rules',
  access: 'user',
  role: 'view',
  summary: 'Returns what the workspace demands of approvals.',
  data: approvalRules,
});

export const setApprovalRules = endpoint({
  method: 'PUT',
  path: '/approvals/rules',
  access: 'user',
  role: 'own',
  summary:
    'Sets what the workspace demands of approvals. A new demand holds all unpublished scheduled posts. Demanding less is available on every plan. 403 PLAN_REQUIRED.',
  body: z.strictObject({ otherApprover: z.boolean('Dados inválidos') }),
  data: approvalRules,
});

export const requestApproval = endpoint({
  method: 'POST',
  path: '/scheduled/:id/approval',
  access: 'user',
  role: 'edit',
  summary:
    'Makes the post require an approval and returns the approval link, which stays the same until it expires or is renewed. 403 PLAN_REQUIRED.',
  params: postIdParams,
  body: z.strictObject({
    /** Replaces the existing link, which becomes invalid. */
    renew: z._default(z.boolean(), false),
  }),
  data: z.object({ approval, url: z.string() }),
});

export const withdrawApproval = endpoint({
  method: 'DELETE',
  path: '/scheduled/:id/approval',
  access: 'user',
  role: 'edit',
  summary:
    'Withdraws the approval request of the post and invalidates its link. Available on every plan. 403 APPROVAL_RULE while the workspace demands approvals.',
  params: postIdParams,
  data: z.object({ approval: z.nullable(approval) }),
});

export const answerApproval = endpoint({
  method: 'PUT',
  path: '/scheduled/:id/approval',
  access: 'user',
  role: 'approve',
  summary:
    'Approves the post, or requests a change, as a member of the workspace. 403 APPROVAL_BY_OTHER for an approval by an author while the workspace demands approvals, 409 APPROVAL_CHANGED, APPROVAL_OVER.',
  params: postIdParams,
  body: z.strictObject(approvalAnswer),
  data: z.object({ approval }),
});

const approvalToken = { token: text('Dados inválidos').check(z.minLength(1), z.maxLength(300)) };

const approvalPreview = z.object({
  /** Null where no account is connected. */
  username: z.nullable(z.string()),
  /** The name of the requesting workspace; null where it has none. */
  team: z.nullable(z.string()),
  post: z.pick(post, {
    mediaType: true,
    caption: true,
    scheduledTime: true,
    mediaItems: true,
    fit: true,
    reelsConfig: true,
    collaborators: true,
    userTags: true,
    firstComment: true,
  }),
  location: z.nullable(z.string()),
  approval,
  /** The post is published or being published: an answer is no longer possible. */
  isOver: z.boolean(),
});
export type ApprovalPreview = z.output<typeof approvalPreview>;

export const readApprovalLink = endpoint({
  method: 'POST',
  path: '/approvals/read',
  access: 'public',
  summary: 'Returns a preview of the post that an approval link is for. 404 APPROVAL_LINK_INVALID.',
  body: z.strictObject(approvalToken),
  data: approvalPreview,
});

export const answerApprovalLink = endpoint({
  method: 'POST',
  path: '/approvals/answer',
  access: 'public',
  summary:
    'Approves the post, or requests a change, with an approval link. 403 APPROVAL_BY_MEMBER, 404 APPROVAL_LINK_INVALID, 409 APPROVAL_CHANGED, APPROVAL_OVER.',
  body: z.strictObject({
    ...approvalToken,
    ...approvalAnswer,
    name: oneLine('Escreva o seu nome').check(
      z.minLength(2, 'Escreva o seu nome'),
      z.maxLength(APPROVER_NAME_MAX, `Use até ${APPROVER_NAME_MAX} caracteres`),
    ),
  }),
  data: approvalPreview,
});
