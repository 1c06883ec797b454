import type { BestHours, HourOfWeek, Slot } from '@pontual/contract/queue.ts';
import { Check, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureText } from '../account/form-failure.ts';
import { hasFailed } from '../api/has-failed.ts';
import { useMay } from '../api/may.tsx';
import { useSession } from '../api/session.tsx';
import { AccountFilter } from '../instagram/account-filter.tsx';
import { hasSeveral } from '../instagram/has-several.ts';
import type { OfAccount } from '../posts/post-filter.ts';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { percentText } from '../ui/numbers.ts';
import { Bone, Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { useAddSlots, useBestHours } from './queue.queries.ts';
import { hasHour, hourName } from './week.ts';

/** In which hours the account's own posts did best, to be added by one tap; what cannot be said is not. */
export function BestCard({ slots }: { slots: readonly Slot[] }) {
  const { user } = useSession();
  const [account, setAccount] = useState<OfAccount>();
  const query = useBestHours(account?.id);
  const title = useRef<HTMLHeadingElement>(null);
  const { data } = query;
  return (
    <Card aria-labelledby="melhores">
      <CardHeader title={<span id="melhores">Seus melhores horários</span>} titleRef={title} />
      <CardBody className="pt-2.5!">
        {user === null || !hasSeveral(user) ? null : (
          <div className="mb-3">
            <AccountFilter user={user} value={account} onValue={setAccount} />
          </div>
        )}
        {data !== undefined ? (
          <Hours best={data} slots={slots} onAdded={() => title.current?.focus()} />
        ) : hasFailed(query) ? (
          <RetryNotice query={query} focusAfter={title} className="items-center">
            Os números da sua conta não carregaram.
          </RetryNotice>
        ) : (
          <Skeleton className="grid gap-3">
            <Bone className="h-4 w-2/3" />
            <Bone className="h-4 w-1/2" />
          </Skeleton>
        )}
      </CardBody>
    </Card>
  );
}

interface HoursProps {
  best: BestHours;
  slots: readonly Slot[];
  onAdded: () => void;
}

function Hours({ best, slots, onAdded }: HoursProps) {
  const may = useMay('edit');
  const add = useAddSlots();
  const afterwards = useFocusAfter(onAdded);
  const onAdd = (hour: HourOfWeek) =>
    add.mutate([hour], {
      onSuccess: () => {
        showToast({ text: `Horário de ${hourName(hour)} adicionado` });
        // What was pressed is gone by then.
        afterwards();
      },
      onError: (error) => {
        const text = failureText(error, 'Não foi possível adicionar o horário. Tente de novo.');
        showToast({ text, error: true });
      },
    });
  if (best.hours.length === 0) {
    return <p className="text-sm text-pretty text-ink-2">{noneWords(best)}</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-pretty text-ink-2">
        Onde os seus posts dos últimos 6 meses tiveram mais engajamento do que nos outros horários.
      </p>
      <ul className="grid divide-y divide-line border-t border-line">
        {best.hours.map(({ weekday, hour, posts, engagement, others }) => {
          const slot = { weekday, minute: hour * 60 };
          const name = hourName(slot);
          return (
            <li key={name} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="text-sm font-semibold">{capitalised(name)}</p>
                <p className="tnum text-xs text-pretty text-ink-3">
                  {percentText(engagement)} em {posts} posts, contra {percentText(others)} nos
                  outros
                </p>
              </div>
              {hasHour(slots, slot) ? (
                <span className="inline-flex min-h-11 items-center gap-1.5 text-xs font-semibold text-pub-text lg:min-h-8">
                  <Check size={16} />
                  Na fila
                </span>
              ) : !may ? null : (
                <Button
                  variant="line"
                  size="sm"
                  icon={<Plus size={16} />}
                  aria-label={`Adicionar ${name}`}
                  busy={add.isPending && isSame(add.variables[0], slot)}
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

/** Why nothing is suggested: too little is known, or no hour stands out. */
function noneWords({ measured, needed }: BestHours): string {
  const known =
    measured === 0
      ? 'Ainda não há posts seus com números do Instagram.'
      : measured === 1
        ? 'Só 1 post seu tem números do Instagram até agora.'
        : `Até agora, ${measured} posts seus têm números do Instagram.`;
  const rule = `Sugerimos um horário quando pelo menos ${needed} posts saíram nele, ${needed} em outros, e ele foi melhor.`;
  return measured >= 2 * needed
    ? `${known} Nenhum horário se destaca. ${rule}`
    : `${known} ${rule}`;
}

const isSame = (one: HourOfWeek | undefined, other: HourOfWeek) =>
  one?.weekday === other.weekday && one.minute === other.minute;
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
