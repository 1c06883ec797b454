import type { BestHours, WeeklyTime, QueueSlot } from '@pontual/contract/planning/queue.ts';
import { Check, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCan } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.tsx';
import { InstagramAccountFilter } from '../../instagram/instagram-account-filter.tsx';
import { hasSeveralAccounts } from '../../instagram/has-several-accounts.ts';
import type { AccountSelection } from '../../instagram/account-selection.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { formatPercent } from '../../ui/number-format.ts';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useAddSlots, useBestHours } from '../../posts/queue-queries.ts';
import { hasSlot, slotLabel } from '../../posts/week-slots.rules.ts';

export function BestHoursCard({ slots }: { slots: readonly QueueSlot[] }) {
  const { user } = useSession();
  const [selectedAccount, setSelectedAccount] = useState<AccountSelection>();
  const query = useBestHours(selectedAccount?.id);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Card aria-labelledby="melhores">
      <CardHeader title={<span id="melhores">Seus melhores horários</span>} titleRef={title} />
      <CardBody className="pt-2.5!">
        {user === null || !hasSeveralAccounts(user) ? null : (
          <div className="mb-3">
            <InstagramAccountFilter
              user={user}
              value={selectedAccount}
              onValue={setSelectedAccount}
            />
          </div>
        )}
        <QueryState
          query={query}
          failed="Os números da sua conta não carregaram."
          focusAfter={title}
        >
          {(bestHours) => (
            <BestHoursList
              bestHours={bestHours}
              slots={slots}
              onAdded={() => title.current?.focus()}
            />
          )}
        </QueryState>
      </CardBody>
    </Card>
  );
}

interface BestHoursListProps {
  bestHours: BestHours;
  slots: readonly QueueSlot[];
  onAdded: () => void;
}

function BestHoursList({ bestHours, slots, onAdded }: BestHoursListProps) {
  const canEdit = useCan('edit');
  const add = useAddSlots();
  const restoreFocus = useFocusAfterRender(onAdded);
  const onAdd = (hour: WeeklyTime) =>
    add.mutate([hour], {
      onSuccess: () => {
        showToast({ text: `Horário de ${slotLabel(hour)} adicionado` });
        restoreFocus();
      },
      onError: failureToast('Não foi possível adicionar o horário. Tente de novo.'),
    });
  if (bestHours.hours.length === 0) {
    return <p className="text-sm text-pretty text-ink-2">{noSuggestionText(bestHours)}</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-pretty text-ink-2">
        Onde os seus posts dos últimos 6 meses tiveram mais engajamento do que nos outros horários.
      </p>
      <ul className="grid divide-y divide-line border-t border-line">
        {bestHours.hours.map(({ weekday, hour, posts, engagement, others }) => {
          const slot = { weekday, minute: hour * 60 };
          const name = slotLabel(slot);
          return (
            <li key={name} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="text-sm font-semibold">{capitalize(name)}</p>
                <p className="tnum text-xs text-pretty text-ink-3">
                  {formatPercent(engagement)} em {posts} posts, contra {formatPercent(others)} nos
                  outros
                </p>
              </div>
              {hasSlot(slots, slot) ? (
                <span className="inline-flex min-h-11 items-center gap-1.5 text-xs font-semibold text-pub-text lg:min-h-8">
                  <Check size={16} />
                  Na fila
                </span>
              ) : !canEdit ? null : (
                <Button
                  variant="line"
                  size="sm"
                  icon={<Plus size={16} />}
                  aria-label={`Adicionar ${name}`}
                  busy={add.isPending && isSameHour(add.variables[0], slot)}
                  busyLabel="Adicionando..."
                  onClick={() => onAdd(slot)}
                >
                  Adicionar
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function noSuggestionText({ measured, needed }: BestHours): string {
  const measuredText =
    measured === 0
      ? 'Ainda não há posts seus com números do Instagram.'
      : measured === 1
        ? 'Só 1 post seu tem números do Instagram até agora.'
        : `Até agora, ${measured} posts seus têm números do Instagram.`;
  const rule = `Sugerimos um horário quando pelo menos ${needed} posts saíram nele, ${needed} em outros, e ele foi melhor.`;
  return measured >= 2 * needed
    ? `${measuredText} Nenhum horário se destaca. ${rule}`
    : `${measuredText} ${rule}`;
}

const isSameHour = (one: WeeklyTime | undefined, other: WeeklyTime) =>
  one?.weekday === other.weekday && one.minute === other.minute;
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
