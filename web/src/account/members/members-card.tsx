import type { User } from '@pontual/contract/identity/auth.ts';
import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import { leaveTeam, type TeamMember } from '@pontual/contract/identity/members.ts';
import { roleNames, type Role } from '@pontual/contract/shared/roles.ts';
import { useMutation } from '@tanstack/react-query';
import { LogOut, UserRoundX } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { call } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx';
import { useChangeRole, useRemoveMember } from './members-queries.ts';
import { roleOptions, roleDescriptions } from './role-descriptions.ts';
import { switchWorkspace } from './switch-workspace.ts';

interface MembersCardProps {
  user: User;
  members: readonly TeamMember[];
  titleRef: RefObject<HTMLHeadingElement | null>;
}

interface DialogRequest {
  action: 'remove' | 'own' | 'leave';
  member: TeamMember;
}

export function MembersCard({ user, members, titleRef }: MembersCardProps) {
  const isOwner = user.role === 'owner';
  const { show, value: request, ...dialogState } = useDialogState<DialogRequest>();
  const isDone = useRef(false);
  const dialog = {
    open: dialogState.open,
    onClose: dialogState.close,
    // The button that opened the dialog is removed with its row.
    focusAfter: () => (isDone.current ? titleRef.current : null),
  };
  return (
    <Card aria-label="Quem faz parte">
      <CardHeader
        title="Quem faz parte"
        titleRef={titleRef}
        aside={<span className="text-xs text-ink-3">{formatMemberCount(members.length)}</span>}
      />
      <CardBody className="pt-2.5!">
        <ul className="grid divide-y divide-line border-y border-line">
          {members.map((person) => (
            <Member
              key={person._id}
              member={person}
              isOwner={isOwner}
              onAction={(action) => {
                isDone.current = false;
                show({ action, member: person });
              }}
            />
          ))}
        </ul>
      </CardBody>
      {request?.action === 'remove' ? (
        <RemoveDialog
          {...dialog}
          key={dialogState.key}
          member={request.member}
          onDone={() => (isDone.current = true)}
        />
      ) : null}
      {request?.action === 'own' ? (
        <TransferOwnershipDialog
          {...dialog}
          key={dialogState.key}
          member={request.member}
          isPaying={user.plan !== 'free'}
          onDone={() => (isDone.current = true)}
        />
      ) : null}
      {request?.action === 'leave' ? <LeaveDialog {...dialog} key={dialogState.key} /> : null}
    </Card>
  );
}

const formatMemberCount = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

interface MemberProps {
  member: TeamMember;
  isOwner: boolean;
  onAction: (what: DialogRequest['action']) => void;
}

function Member({ member, isOwner, onAction }: MemberProps) {
  const { email, role, isYou, joinedAt } = member;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold wrap-anywhere">
          {email}
          {isYou ? <Badge>Você</Badge> : null}
        </p>
        <p className="text-xs text-pretty text-ink-3">
          {roleDescriptions[role]} Desde {formatDayMonth(new Date(joinedAt))}.
        </p>
      </div>
      {isOwner && role !== 'owner' ? (
        <Controls member={member} role={role} onAction={onAction} />
      ) : (
        <span className="flex items-center gap-2 text-sm text-ink-2">
          {roleNames[role]}
          {isYou && role !== 'owner' ? (
            <Button
              variant="line"
              size="sm"
              icon={<LogOut size={15} />}
              aria-haspopup="dialog"
              onClick={() => onAction('leave')}
            >
              Sair da equipe
            </Button>
          ) : null}
        </span>
      )}
    </li>
  );
}

function Controls(props: {
  member: TeamMember;
  role: Exclude<Role, 'owner'>;
  onAction: (what: DialogRequest['action']) => void;
}) {
  const { member, role, onAction } = props;
  const change = useChangeRole();
  const onRole = (next: typeof role) => {
    if (next === role) return;
    change.mutate(
      { id: member._id, role: next },
      {
        onSuccess: () => showToast({ text: `${member.email}: ${roleNames[next]}` }),
        onError: failureToast('Não foi possível mudar o acesso. Tente de novo.'),
      },
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={`Acesso de ${member.email}`}
        options={roleOptions}
        value={change.isPending ? change.variables.role : role}
        onValue={onRole}
      />
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => onAction('own')}>
        Passar a responsabilidade
        <span className="sr-only"> a {member.email}</span>
      </Button>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => onAction('remove')}>
        Remover
        <span className="sr-only"> {member.email}</span>
      </Button>
    </div>
  );
}

interface MemberDialogProps {
  open: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

function RemoveDialog(props: MemberDialogProps & { member: TeamMember; onDone: () => void }) {
  const { member, onClose, onDone } = props;
  const remove = useRemoveMember();
  return (
    <ConfirmDialog
      {...props}
      title="Remover da equipe?"
      icon={<UserRoundX size={22} />}
      iconTone="bad"
      actionLabel="Remover"
      variant="danger-solid"
      busyLabel="Removendo..."
      mutation={remove}
      fallback="Não foi possível remover a pessoa. Tente de novo."
      onConfirm={() =>
        remove.mutate(member._id, {
          onSuccess: () => {
            onDone();
            onClose();
            showToast({ text: `${member.email} saiu da equipe` });
          },
        })
      }
    >
      {member.email} perde o acesso na hora, também por programas. O que fez fica com a equipe, e os
      posts agendados saem como estão.
    </ConfirmDialog>
  );
}

function LeaveDialog(props: MemberDialogProps) {
  const leave = useMutation({
    mutationFn: () => call(leaveTeam),
    onSuccess: ({ user }) => switchWorkspace(user),
  });
  return (
    <ConfirmDialog
      {...props}
      title="Sair da equipe?"
      icon={<LogOut size={22} />}
      iconTone="bad"
      actionLabel="Sair da equipe"
      variant="danger-solid"
      busyLabel="Saindo..."
      mutation={leave}
      fallback="Não foi possível sair da equipe. Tente de novo."
      onConfirm={() => leave.mutate()}
    >
      Você perde o acesso na hora e volta à sua própria conta. Para entrar de novo, peça outro
      convite.
    </ConfirmDialog>
  );
}
