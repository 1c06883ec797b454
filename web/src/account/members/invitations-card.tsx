import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import { INVITATION_DAYS, type Invitation } from '@pontual/contract/identity/members.ts';
import { roleNames } from '@pontual/contract/shared/roles.ts';
import { Mail, UserRoundPlus } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { IfEmailVerified } from '../verification/if-email-verified.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { useResendInvitation, useRevokeInvitation } from './members-queries.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';

type TitleRef = RefObject<HTMLHeadingElement | null>;

export function InvitationsCard(props: { invitations: readonly Invitation[]; canInvite: boolean }) {
  const { invitations, canInvite } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const dialog = useDialogState();
  if (!canInvite && invitations.length === 0) return null;
  return (
    <Card aria-label="Convites">
      <CardHeader title="Convites" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Mandamos um link por e-mail. Ele vale por {INVITATION_DAYS} dias e só para o endereço
          convidado.
        </p>
        {invitations.length === 0 ? null : (
          <ul className="grid divide-y divide-line border-y border-line">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation._id}
                invitation={invitation}
                canResend={canInvite}
                title={title}
              />
            ))}
          </ul>
        )}
        {canInvite ? (
          <IfEmailVerified purpose="convidar pessoas">
            <Button
              variant="ink"
              icon={<UserRoundPlus size={16} />}
              aria-haspopup="dialog"
              className="lg:justify-self-start"
              onClick={() => dialog.show(true)}
            >
              Convidar
            </Button>
          </IfEmailVerified>
        ) : null}
        {dialog.key === null ? null : (
          <InviteDialog key={dialog.key} open={dialog.open} onClose={dialog.close} />
        )}
      </CardBody>
    </Card>
  );
}

function InvitationRow(props: { invitation: Invitation; canResend: boolean; title: TitleRef }) {
  const { invitation, canResend, title } = props;
  const { _id: id, email, role, expiresAt, isExpired } = invitation;
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const onResend = () =>
    resend.mutate(id, {
      onSuccess: () => showToast({ text: `Convite reenviado a ${email}` }),
      onError: failureToast('Não foi possível reenviar o convite. Tente de novo.'),
    });
  const onRevoke = () =>
    revoke.mutate(id, {
      onSuccess: () => {
        showToast({ text: `Convite de ${email} cancelado` });
        title.current?.focus();
      },
      onError: failureToast('Não foi possível cancelar o convite. Tente de novo.'),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Mail size={20} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold wrap-anywhere">
          {email}
          {isExpired ? <Badge tone="bad">Vencido</Badge> : null}
        </p>
        <p className="text-xs text-ink-3">
          {roleNames[role]} · {isExpired ? 'venceu' : 'vale até'} {isExpired ? 'em ' : ''}
          {formatDayMonth(new Date(expiresAt))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:pl-8">
        {canResend ? (
          <Button
            variant="line"
            size="sm"
            busy={resend.isPending}
            busyLabel="Reenviando..."
            onClick={onResend}
          >
            Reenviar<span className="sr-only"> a {email}</span>
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          busy={revoke.isPending}
          busyLabel="Cancelando..."
          onClick={onRevoke}
        >
          Cancelar convite<span className="sr-only"> de {email}</span>
        </Button>
      </div>
    </li>
  );
}
