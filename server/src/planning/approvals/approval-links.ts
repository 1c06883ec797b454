import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

/** A link, as its post knows it. */
interface ApprovalLink {
  linkId: string;
  expiresAt: Date;
}

export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;

/**
 * Links that nobody can make up: signed, and made again whenever they are shown, so none is kept. What opens
 * them stands behind the hash, which no server and no log is told.
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

    /** Answers the link's id. @throws AppError APPROVAL_LINK_INVALID */
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
/** Another took its place, nobody has to approve any more, or the post is gone. */
export const REVOKED_LINK_MESSAGE =
  'Este link não vale mais. Peça outro a quem enviou, se ainda for preciso.';
