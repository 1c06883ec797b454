import { formatDate, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { Series } from '@pontual/contract/planning/series.ts';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { IfAllowed } from '../../api/permissions.tsx';
import { hasFailed } from '../../api/has-failed.ts';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { paths } from '../../ui/page/paths.ts';
import { captionLine } from '../../posts/caption-line.ts';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { compactDateTime } from '../../ui/dates/day-text.ts';
import { formatMinute } from '../../posts/week-slots.rules.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { recurrenceText } from '../../composer/when/recurrence.rules.ts';
import { useSeries } from './series-queries.ts';
import { StopSeriesDialog } from './stop-series-dialog.tsx';

export function SeriesCard() {
  const query = useSeries();
  const title = useRef<HTMLHeadingElement>(null);
  const stopDialog = useDialogState<string>();
  const all = query.data ?? [];
  const failed = query.data === undefined && hasFailed(query);
  // After the last series was stopped, the dialog and the message are still shown.
  if (all.length === 0 && !failed && stopDialog.value === null) return null;
  return (
    <Card aria-labelledby="repeticoes">
      <CardHeader title={<span id="repeticoes">Repetições</span>} titleRef={title} />
      <CardBody className="pt-1!">
        <QueryState
          query={query}
          failed="Não foi possível carregar as repetições."
          loading={null}
          empty={<p className="text-sm text-ink-2">Nenhum post se repete.</p>}
          focusAfter={title}
        >
          {() => (
            <ul className="divide-y divide-line">
              {all.map((series) => (
                <Row key={series._id} series={series} onStop={() => stopDialog.show(series._id)} />
              ))}
            </ul>
          )}
        </QueryState>
      </CardBody>
      {stopDialog.value === null ? null : (
        <StopSeriesDialog
          key={stopDialog.key}
          id={stopDialog.value}
          instagramAccountId={
            all.find(({ _id }) => _id === stopDialog.value)?.instagramAccountId ?? null
          }
          open={stopDialog.open}
          onClose={stopDialog.close}
          focusTarget={title}
        />
      )}
    </Card>
  );
}

function Row({ series, onStop }: { series: Series; onStop: () => void }) {
  const now = useMinute();
  const { rule, minute, until, mediaType, thumbnailUrl, issue, next } = series;
  const name = captionLine(series.caption);
  const nameOf = useInstagramAccountNames();
  const accountName = series.instagramAccountId === null ? undefined : nameOf(series);
  const [first] = next;
  const end = until === null ? '' : `, até ${formatDate(startOfDay(until))}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3">
      <div className="flex items-start gap-3">
        <MediaThumb
          item={
            thumbnailUrl === null ? undefined : { type: 'image', url: thumbnailUrl, thumbnailUrl }
          }
          type={mediaType}
          className="h-15 w-12 rounded-sm"
        />
        <div className="min-w-0 flex-1 text-xs leading-[1.45] text-ink-3">
          <p className="truncate text-sm font-semibold text-ink">{name}</p>
          <p className="tnum">
            Repete {recurrenceText(rule, formatMinute(minute))}
            {end}
          </p>
          {series.instagramAccountId === null ? null : (
            <InstagramAccountTag account={series.instagramAccountId} className="my-0.5" />
          )}
          {first === undefined ? null : (
            <p className="tnum">
              Próximo:{' '}
              <Link to={`${paths.schedule}?post=${first.postId}`} className="text-link">
                {compactDateTime(new Date(first.at), now)}
              </Link>
            </p>
          )}
        </div>
        <IfAllowed permission="edit">
          <IconButton
            size="sm"
            label={`Parar de repetir: ${name.slice(0, CAPTION_LABEL_MAX)}${formatInAccount(accountName)}`}
            aria-haspopup="dialog"
            icon={<X size={17} />}
            onClick={onStop}
          />
        </IfAllowed>
      </div>
      {issue === null ? null : <Alert tone="warn">{issue}</Alert>}
    </li>
  );
}

const CAPTION_LABEL_MAX = 60;
