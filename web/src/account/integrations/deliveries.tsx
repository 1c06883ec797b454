import type { WebhookDelivery } from '@pontual/contract/public-api/webhooks.ts';
import { formatLastUse } from '../last-use.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useDeliveries } from './webhooks-queries.ts';

const states: Record<WebhookDelivery['state'], { tone: BadgeTone; name: string }> = {
  waiting: { tone: 'warn', name: 'Esperando' },
  sending: { tone: 'sched', name: 'Enviando' },
  delivered: { tone: 'pub', name: 'Entregue' },
  given_up: { tone: 'bad', name: 'Não entregue' },
};

export function Deliveries({ id }: { id: string }) {
  const query = useDeliveries(id);
  return (
    <QueryState
      query={query}
      failed="Não foi possível carregar os envios."
      empty={<p className="pl-8 text-xs text-ink-3">Nenhum envio nos últimos 7 dias.</p>}
    >
      {(deliveries) => (
        <ul aria-label="Envios" className="grid gap-px rounded-md bg-sunken p-1">
          {deliveries.map((delivery) => (
            <Delivery key={delivery._id} delivery={delivery} />
          ))}
        </ul>
      )}
    </QueryState>
  );
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { type, createdAt, state, attempts, nextAttemptAt, lastAnswer } = delivery;
  const now = useMinute();
  const formatWhen = (instant: string) => formatLastUse(new Date(instant), now);
  const { tone, name } = states[state];
  const attemptsText = attempts === 1 ? '1 tentativa' : `${attempts} tentativas`;
  const parts = [
    lastAnswer,
    attempts > 1 || state !== 'delivered' ? attemptsText : null,
    state === 'waiting' && attempts > 0 && nextAttemptAt !== null
      ? `próxima: ${formatWhen(nextAttemptAt)}`
      : null,
  ].filter((part) => part !== null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-xs font-semibold">
          {type} <span className="font-normal text-ink-3">{formatWhen(createdAt)}</span>
        </p>
        <p className="text-xs text-pretty text-ink-2">{parts.join(' · ')}</p>
      </div>
      <Badge tone={tone}>{name}</Badge>
    </li>
  );
}
