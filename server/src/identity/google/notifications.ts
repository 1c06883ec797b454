import {
  removedAccessParagraph,
  type RemovedAccess,
} from '../../notifications/removed-access.presenter.ts';
import type { NewNotification } from '../../notifications/notifications.repository.ts';
import type { GoogleClaims } from './google.rules.ts';

const dedupeKeyOf = ({ issuer, subject }: GoogleClaims, scope: string) =>
  `google/${scope}/${issuer}/${subject}`;

export const googleLinkedNotification = (
  workspaceId: string,
  claims: GoogleClaims,
): NewNotification => ({
  workspaceId,
  postId: null,
  dedupeKey: dedupeKeyOf(claims, `linked/${workspaceId}`),
  code: 'google-linked',
  message:
    'A partir de agora você também entra com Google nesta conta; a sua senha continua valendo. Se não foi você, proteja a sua conta do Google.',
  action: 'wait',
});

/** Names the removed access and how the owner restores it. */
export const passwordRemovedNotification = (
  workspaceId: string,
  claims: GoogleClaims,
  removed: RemovedAccess,
): NewNotification => ({
  workspaceId,
  postId: null,
  dedupeKey: dedupeKeyOf(claims, `taken-over/${workspaceId}`),
  code: 'google-taken-over',
  message: `Agora você entra com Google nesta conta: a senha antiga deixou de valer, e os outros aparelhos saíram. ${removedAccessParagraph(removed)}`,
  action: 'edit',
});
