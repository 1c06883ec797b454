import { clearedParagraph, type ClearedOut } from '../auth/first-proof.words.ts';
import type { Notice } from '../notices/notices.repository.ts';
import type { GoogleClaims } from './google.rules.ts';

const keyOf = ({ issuer, subject }: GoogleClaims, userWord: string) =>
  `google/${userWord}/${issuer}/${subject}`;

/** A way into the account that was not there before. */
export const linkedNotice = (workspaceId: string, claims: GoogleClaims): Notice => ({
  workspaceId,
  postId: null,
  dedupeKey: keyOf(claims, `linked/${workspaceId}`),
  code: 'google-linked',
  message:
    'A partir de agora você também entra com Google nesta conta; a sua senha continua valendo. Se não foi você, proteja a sua conta do Google.',
  action: 'wait',
});

/** What stood open to others is shut, and what was lost by it can be had again. */
export const takenOverNotice = (
  workspaceId: string,
  claims: GoogleClaims,
  cleared: ClearedOut,
): Notice => ({
  workspaceId,
  postId: null,
  dedupeKey: keyOf(claims, `taken-over/${workspaceId}`),
  code: 'google-taken-over',
  message: `Agora você entra com Google nesta conta: a senha antiga deixou de valer, e os outros aparelhos saíram. ${clearedParagraph(cleared)}`,
  action: 'edit',
});
