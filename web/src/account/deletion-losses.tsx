import type { User } from '@pontual/contract/identity/auth.ts';
import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { useSwitchWorkspace } from './members/use-switch-workspace.ts';
import { useAccountLosses, type AccountLosses } from './account-queries.ts';

/** Includes every workspace that the user owns, whichever one is open. */
export function DeletionLosses({ user }: { user: User }) {
  const query = useAccountLosses();
  const { scheduled = 0, isPaying = user.plan !== 'free', teams = [] } = query.data ?? {};
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm text-pretty marker:text-ink-3">
      <li>{query.data === undefined ? SCHEDULED_LOSS : describeScheduledLoss(scheduled)}</li>
      {teams.map((team) => (
        <TeamLoss key={team._id} team={team} user={user} />
      ))}
      {query.data === undefined ? (
        <li>
          Se outras pessoas trabalham em uma equipe sua, elas perdem o acesso. Para a equipe
          continuar, passe antes a responsabilidade em Pessoas.
        </li>
      ) : null}
      <li>Os posts que já saíram continuam no seu Instagram.</li>
      <li>
        Apagamos seus posts, rascunhos, fotos e vídeos. Se o Instagram ainda estiver conectado,
        devolvemos à Meta a autorização que você deu.
      </li>
      {isPaying ? (
        <li>
          Sua assinatura termina na hora. Se ainda está na garantia, peça o reembolso em Planos
          antes.
        </li>
      ) : null}
      <li>Baixe uma cópia dos seus dados antes, se quiser guardar alguma coisa.</li>
      <li className="wrap-anywhere">Quando terminar, avisamos em {user.email}.</li>
    </ul>
  );
}

function TeamLoss({ team, user }: { team: AccountLosses['teams'][number]; user: User }) {
  const { switchingTo, switchTo } = useSwitchWorkspace(paths.members);
  return (
    <li className="wrap-anywhere">
      {describeTeamLoss(team)} Para a equipe continuar, passe antes a responsabilidade em{' '}
      {team._id === user.workspace ? (
        <Link to={paths.members} className="text-link text-ink">
          Pessoas
        </Link>
      ) : (
        <button
          type="button"
          className="text-link text-ink"
          aria-busy={switchingTo !== null || undefined}
          onClick={() => void switchTo(team._id)}
        >
          Pessoas
        </button>
      )}
      .
    </li>
  );
}

const SCHEDULED_LOSS = 'Seus posts agendados não vão sair.';

function describeTeamLoss({ name, others }: AccountLosses['teams'][number]): string {
  const team = name === null ? 'da sua equipe' : `da equipe ${name}`;
  return others === 1
    ? `A outra pessoa ${team} perde o acesso.`
    : `As outras ${others} pessoas ${team} perdem o acesso.`;
}

function describeScheduledLoss(count: number): string {
  if (count === 0) return 'Nada mais será publicado por aqui.';
  return count === 1
    ? 'Seu post agendado não vai sair.'
    : `Seus ${count.toLocaleString('pt-BR')} posts agendados não vão sair.`;
}
