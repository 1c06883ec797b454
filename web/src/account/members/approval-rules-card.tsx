import {
  readApprovalRules,
  setApprovalRules,
  type ApprovalRules,
} from '@pontual/contract/planning/approvals.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ACCOUNT, POSTS } from '../../api/query-keys.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { Switch } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast.tsx';

const rulesQuery = queryOptions({
  queryKey: [...ACCOUNT, 'approval-rules'],
  queryFn: ({ signal }) => call(readApprovalRules, { signal }),
});

function useSetRules() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rules: ApprovalRules) => call(setApprovalRules, { body: rules }),
    onSuccess: (rules) => {
      queries.setQueryData(rulesQuery.queryKey, rules);
      showToast({ text: 'Regra salva' });
    },
    onError: failureToast('Não foi possível salvar a regra. Tente de novo.'),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

interface ApprovalRulesCardProps {
  /** The plan has approvals; a rule can be ended on every plan. */
  canDemand: boolean;
  isAlone: boolean;
}

export function ApprovalRulesCard({ canDemand, isAlone }: ApprovalRulesCardProps) {
  const { data: rules } = useQuery(rulesQuery);
  const set = useSetRules();
  if (rules === undefined || (!canDemand && !rules.otherApprover)) return null;
  return (
    <Card>
      <CardHeader title="Aprovação" />
      <CardBody className="grid gap-4 pt-2.5!">
        <Switch
          label="Outra pessoa precisa aprovar"
          hint="Nenhum post sai sem o sim de alguém da equipe que não criou, editou nem enviou o post. Vale também para os que já estão agendados."
          checked={set.isPending ? set.variables.otherApprover : rules.otherApprover}
          disabled={set.isPending}
          onChecked={(otherApprover) => set.mutate({ otherApprover })}
        />
        {isAlone ? (
          <p className="text-xs text-pretty text-ink-3">
            Você está só nesta equipe: com esta regra, nenhum post seu sai até que outra pessoa
            entre e aprove.
          </p>
        ) : null}
      </CardBody>
    </Card>
  );
}
