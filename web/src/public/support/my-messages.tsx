import { formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { myMessages, type OwnSupportMessage } from '@pontual/contract/operations/support.ts';
import { supportCategoryNames } from '@pontual/contract/operations/support-categories.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../api/client.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const SHOWN_COUNT = 3;

/** The polls for a message that is not forwarded yet: five minutes in total. */
const POLL_MS = 15_000;
const MAX_POLLS = 20;

const stateNames: Record<OwnSupportMessage['state'], string> = {
  received: 'Recebida',
  forwarded: 'Com a equipe',
};

const isPending = ({ state }: OwnSupportMessage): boolean => state === 'received';

/** `sent` counts those sent since the page loaded and causes a refetch. */
export function MyMessages({ sent }: { sent: number }) {
  const query = useQuery({
    queryKey: ['support', 'my-messages', sent],
    queryFn: async ({ signal }) => (await call(myMessages, { signal })).messages,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.some(isPending) === true && state.dataUpdateCount <= MAX_POLLS ? POLL_MS : false,
  });
  return (
    <QueryState
      query={query}
      failed="Não foi possível carregar as suas mensagens."
      loading={null}
      empty={null}
    >
      {(messages) => <MessagesCard messages={messages} />}
    </QueryState>
  );
}

function MessagesCard({ messages }: { messages: readonly OwnSupportMessage[] }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const showAll = () => {
    flushSync(() => setAll(true));
    list.current?.querySelectorAll('summary').item(SHOWN_COUNT).focus();
  };
  return (
    <Card aria-labelledby="minhas-mensagens" className="px-5 pt-4 pb-2 lg:px-[26px]">
      <h2 id="minhas-mensagens" className="h-card">
        Minhas mensagens
      </h2>
      <ul ref={list} className="mt-1.5 divide-y divide-line">
        {(all ? messages : messages.slice(0, SHOWN_COUNT)).map((message) => (
          <li key={message._id}>
            <Message message={message} />
          </li>
        ))}
      </ul>
      {all || messages.length <= SHOWN_COUNT ? null : (
        <Button variant="ghost" size="sm" className="mb-1 -ml-3" onClick={showAll}>
          Mostrar todas ({messages.length})
        </Button>
      )}
    </Card>
  );
}

function Message({ message }: { message: OwnSupportMessage }) {
  const { subject, category, createdAt, state, email, priority } = message;
  const at = new Date(createdAt);
  const replyBy = new Date(message.replyBy);
  return (
    <details className="group">
      <summary className="flex list-none items-center gap-3 rounded-sm py-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-semibold">{subject}</span>
          <span className="tnum block text-xs text-ink-3">
            {formatDayMonth(at)}, {formatTime(at)}
          </span>
        </span>
        {priority ? <Badge tone="ipe">Prioridade</Badge> : null}
        <span className="text-xs font-medium text-ink-2">{stateNames[state]}</span>
        <ChevronDown
          size={16}
          className="text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <p className="pb-1 text-sm wrap-anywhere whitespace-pre-line text-ink-2">{message.message}</p>
      <p className="pb-3 text-xs wrap-anywhere text-ink-3">
        {supportCategoryNames[category]}. A resposta vai para {email}{' '}
        <span className="tnum">
          até {formatDayMonth(replyBy)}, {formatTime(replyBy)}
        </span>
        .
      </p>
    </details>
  );
}
