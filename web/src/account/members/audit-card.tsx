import type { AuditEntry } from '@pontual/contract/identity/members.ts';
import { useRef } from 'react';
import { formatLastUse } from '../last-use.ts';
import { failureText } from '../../api/api-error.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useAuditLog } from './members-queries.ts';

export function AuditCard() {
  const query = useAuditLog();
  const now = useMinute();
  const title = useRef<HTMLHeadingElement>(null);
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Card aria-label="O que aconteceu">
      <CardHeader title="O que aconteceu" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">Guardamos por 12 meses quem fez o quê.</p>
        <QueryState
          query={{ ...query, data: entries }}
          failed="Não foi possível carregar o que aconteceu."
          empty={<p className="text-sm text-ink-3">Nada ainda.</p>}
          focusAfter={title}
        >
          {(all) => (
            <ol className="relative grid gap-3 text-sm before:absolute before:top-2 before:bottom-2 before:left-[4px] before:w-0.5 before:rounded-full before:bg-line">
              {all.map((entry) => (
                <AuditRow key={entry._id} entry={entry} now={now} />
              ))}
            </ol>
          )}
        </QueryState>
        {query.isFetchNextPageError ? (
          <Alert tone="bad" live>
            Não foi possível carregar o que veio antes.{' '}
            {failureText(query.error, 'Tente de novo em instantes.')}
          </Alert>
        ) : null}
        {query.hasNextPage ? (
          <Button
            variant="ghost"
            size="sm"
            className="lg:justify-self-start"
            busy={query.isFetchingNextPage}
            busyLabel="Carregando..."
            onClick={() => {
              // The button is removed with the last page.
              void query.fetchNextPage().then(({ hasNextPage }) => {
                if (!hasNextPage) title.current?.focus();
              });
            }}
          >
            Mostrar o que veio antes
          </Button>
        ) : null}
      </CardBody>
    </Card>
  );
}

function AuditRow({ entry, now }: { entry: AuditEntry; now: Date }) {
  const { who, byProgram, text, at } = entry;
  return (
    <li className="relative flex items-baseline gap-3">
      <i
        aria-hidden="true"
        className="size-2.5 shrink-0 rounded-full bg-line-strong shadow-[0_0_0_3px_var(--surface)]"
      />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">{who}</b>
        {byProgram ? ', por um programa,' : ''} {text}
        <time dateTime={at} className="block text-xs text-ink-3">
          {formatLastUse(new Date(at), now)}
        </time>
      </p>
    </li>
  );
}
