import { formatDate, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { describeRule } from '@pontual/contract/planning/series-dates.ts';
import { Repeat } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { IfAllowed } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { useSeries } from './series-queries.ts';
import { StopSeriesDialog } from './stop-series-dialog.tsx';

interface SeriesPanelProps {
  series: NonNullable<Post['series']>;
  focusTarget: RefObject<HTMLElement | null>;
}

export function SeriesPanel({ series, focusTarget }: SeriesPanelProps) {
  const { rule, until, isOver } = series;
  const stopDialog = useDialogState();
  const all = useSeries().data ?? [];
  const listed = all.find(({ _id }) => _id === series._id);
  const issue = listed?.issue ?? null;
  const end = until === null ? '' : `, até ${formatDate(startOfDay(until))}`;
  return (
    <section aria-labelledby="repeticao" className="mb-4 rounded-md border border-line px-4 py-3">
      <h3 id="repeticao" className="sr-only">
        Repetição
      </h3>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-sm font-semibold">
          <Repeat size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
          {isOver
            ? `Repetia ${describeRule(rule)}. A repetição terminou.`
            : `Repete ${describeRule(rule)}${end}`}
        </p>
        {isOver ? null : (
          <Link to={paths.queue} className="text-link text-sm">
            Ver todas
          </Link>
        )}
        {isOver ? null : (
          <IfAllowed permission="edit">
            <Button
              variant="line"
              size="sm"
              aria-haspopup="dialog"
              onClick={() => stopDialog.show(true)}
            >
              Parar de repetir
            </Button>
          </IfAllowed>
        )}
      </div>
      {issue === null || isOver ? null : (
        <Alert tone="warn" className="mt-3">
          {issue}
        </Alert>
      )}
      <StopSeriesDialog
        id={series._id}
        instagramAccountId={listed?.instagramAccountId ?? null}
        open={stopDialog.open}
        onClose={stopDialog.close}
        focusTarget={focusTarget}
      />
    </section>
  );
}
