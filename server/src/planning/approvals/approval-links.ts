import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

interface ApprovalLink {
  linkId: string;
  expiresAt: Date;
}

export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;

/**
 * A link is signed and derived again for every display, so no link is stored. Its token is in the URL
 * fragment, which browsers do not send to a server or a log.
 */
export function createApprovalLinks(deps: {
  keyRing: KeyRing;
  clock: Pick<Clock, 'now'>;
  publicUrl: string;
}) {
  const { keyRing, clock, publicUrl } = deps;
  const signedText = (linkId: string, expires: string) => `approval/${linkId}/${expires}`;

  return {
    create({ linkId, expiresAt }: ApprovalLink): string {
      const expires = String(expiresAt.getTime());
      const token = [linkId, expires, keyRing.sign(signedText(linkId, expires))].join('.');
      return `${publicUrl}/approve#${token}`;
    },

    /** @throws AppError APPROVAL_LINK_INVALID */
    read(token: string): string {
      const [linkId = '', expires = '', signature = '', ...rest] = token.split('.');
      const isOurs = rest.length === 0 && keyRing.verify(signedText(linkId, expires), signature);
      if (!isOurs) throw new AppError('APPROVAL_LINK_INVALID', { message: INVALID_LINK_MESSAGE });
      if (Number(expires) <= clock.now().getTime()) {
        throw new AppError('APPROVAL_LINK_INVALID', { message: EXPIRED_LINK_MESSAGE });
      }
      return linkId;
    },
  };
}

const INVALID_LINK_MESSAGE =
  'Este link não é válido. Abra-o inteiro, como você recebeu, ou peça outro a quem enviou.';
const EXPIRED_LINK_MESSAGE = 'Este link venceu. Peça outro a quem enviou.';
/** A newer link replaced this one, the approval is no longer required, or the post is deleted. */
export const REVOKED_LINK_MESSAGE =
  'Este link não vale mais. Peça outro a quem enviou, se ainda for preciso.';
