import type { User } from '@pontual/contract/auth.ts';
import { formatDayMonth } from '@pontual/contract/brasilia-time.ts';
import { leaveTeam, type Person } from '@pontual/contract/people.ts';
import { roleNames, type Role } from '@pontual/contract/roles.ts';
import { useMutation } from '@tanstack/react-query';
import { LogOut, UserRoundX } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { failureText } from '../account/form-failure.ts';
import { call } from '../api/client.ts';
import { QuestionDialog } from '../posts/question-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Select } from '../ui/select.tsx';
import { showToast } from '../ui/toast.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { useChangeRole, useRemovePerson } from './people.queries.ts';
import { roleOptions, roleWords } from './role-words.ts';
import { workAs } from './work-as.ts';

interface MembersCardProps {
  user: User;
  people: readonly Person[];
  titleRef: RefObject<HTMLHeadingElement | null>;
}

/** What is asked about somebody. */
interface Asked {
  what: 'remove' | 'own' | 'leave';
  person: Person;
  open: boolean;
}

/** Who is of the team. */
export function MembersCard({ user, people, titleRef }: MembersCardProps) {
  const isOwner = user.role === 'owner';
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = useRef(false);
  const ask = (what: Asked['what'], person: Person) => {
    done.current = false;
    setAsked({ what, person, open: true });
  };
  const close = () => setAsked((last) => last && { ...last, open: false });
  const dialog = {
    open: asked?.open ?? false,
    onClose: close,
    // What was pressed is gone with its row.
    focusAfter: () => (done.current ? titleRef.current : null),
  };
  return (
    <Card aria-label="Quem faz parte">
      <CardHeader
        title="Quem faz parte"
        titleRef={titleRef}
        aside={<span className="text-xs text-ink-3">{countWords(people.length)}</span>}
      />
      <CardBody className="pt-2.5!">
        <ul className="grid divide-y divide-line border-y border-line">
          {people.map((person) => (
            <Member
              key={person._id}
              person={person}
              isOwner={isOwner}
              onAsk={(what) => ask(what, person)}
            />
          ))}
        </ul>
      </CardBody>
      {asked?.what === 'remove' ? (
        <RemoveDialog {...dialog} person={asked.person} onDone={() => (done.current = true)} />
      ) : null}
      {asked?.what === 'own' ? (
        <HandOverDialog
          {...dialog}
          key={asked.person._id}
          person={asked.person}
          isPaying={user.plan !== 'free'}
          onDone={() => (done.current = true)}
        />
      ) : null}
      {asked?.what === 'leave' ? <LeaveDialog {...dialog} /> : null}
    </Card>
  );
}

const countWords = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

interface MemberProps {
  person: Person;
  /** Whether the one who looks answers for the team. */
  isOwner: boolean;
  onAsk: (what: Asked['what']) => void;
}

function Member({ person, isOwner, onAsk }: MemberProps) {
  const { email, role, isYou, joinedAt } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold wrap-anywhere">
          {email}
          {isYou ? <Badge>Você</Badge> : null}
        </p>
        <p className="text-xs text-pretty text-ink-3">
          {roleWords[role]} Desde {formatDayMonth(new Date(joinedAt))}.
        </p>
      </div>
      {isOwner && role !== 'owner' ? (
        <Controls person={person} role={role} onAsk={onAsk} />
      ) : (
        <span className="flex items-center gap-2 text-sm text-ink-2">
          {roleNames[role]}
          {isYou && role !== 'owner' ? (
            <Button
              variant="line"
              size="sm"
              icon={<LogOut size={15} />}
              aria-haspopup="dialog"
              onClick={() => onAsk('leave')}
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
  person: Person;
  role: Exclude<Role, 'owner'>;
  onAsk: (what: Asked['what']) => void;
}) {
  const { person, role, onAsk } = props;
  const change = useChangeRole();
  const onRole = (next: typeof role) => {
    if (next === role) return;
    change.mutate(
      { id: person._id, role: next },
      {
        onSuccess: () => showToast({ text: `${person.email}: ${roleNames[next]}` }),
        onError: (error) => {
          const text = failureText(error, 'Não foi possível mudar o acesso. Tente de novo.');
          showToast({ text, error: true });
        },
      },
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={`Acesso de ${person.email}`}
        options={roleOptions}
        value={change.isPending ? change.variables.role : role}
        onValue={onRole}
      />
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => onAsk('own')}>
        Passar a responsabilidade
        <span className="sr-only"> a {person.email}</span>
      </Button>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => onAsk('remove')}>
        Remover
        <span className="sr-only"> {person.email}</span>
      </Button>
    </div>
  );
}

interface AboutPerson {
  open: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

function RemoveDialog(props: AboutPerson & { person: Person; onDone: () => void }) {
  const { person, onClose, onDone } = props;
  const remove = useRemovePerson();
  return (
    <QuestionDialog
      {...props}
      title="Remover da equipe?"
      icon={<UserRoundX size={22} />}
      iconTone="bad"
      action="Remover"
      variant="danger-solid"
      busyLabel="Removendo..."
      doing={remove}
      onConfirm={() =>
        remove.mutate(person._id, {
          onSuccess: () => {
            onDone();
            onClose();
            showToast({ text: `${person.email} saiu da equipe` });
          },
        })
      }
    >
      {person.email} perde o acesso na hora, também por programas. O que fez fica com a equipe, e os
      posts agendados saem como estão.
    </QuestionDialog>
  );
}

function LeaveDialog(props: AboutPerson) {
  const leave = useMutation({
    mutationFn: () => call(leaveTeam),
    onSuccess: ({ user }) => workAs(user),
  });
  return (
    <QuestionDialog
      {...props}
      title="Sair da equipe?"
      icon={<LogOut size={22} />}
      iconTone="bad"
      action="Sair da equipe"
      variant="danger-solid"
      busyLabel="Saindo..."
      doing={leave}
      onConfirm={() => leave.mutate()}
    >
      Você perde o acesso na hora e volta à sua própria conta. Para entrar de novo, peça outro
      convite.
    </QuestionDialog>
  );
}
