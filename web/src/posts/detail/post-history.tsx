import { dayKey, formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { getPost } from '@pontual/contract/posts/posts.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { useMinute } from '../../ui/page/use-minute.ts';

export type PostHistoryEntries = DataOf<typeof getPost>['history'];

/** Oldest first: `Pronto para publicar · 10:02`. */
export function PostHistory({ history }: { history: PostHistoryEntries }) {
  const now = useMinute();
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="historico" className="mt-6">
      <h3 id="historico" className="h-card">
        Histórico
      </h3>
      <ol className="relative mt-3 grid gap-2.5 text-sm before:absolute before:top-2 before:bottom-2 before:left-[4px] before:w-0.5 before:rounded-full before:bg-line">
        {history.map(({ at, text, by }, index) => {
          const eventTime = new Date(at);
          const day = dayKey(eventTime) === dayKey(now) ? '' : `${formatDayMonth(eventTime)}, `;
          return (
            <li key={index} className="relative flex items-baseline gap-3">
              <i
                aria-hidden="true"
                className="size-2.5 shrink-0 rounded-full bg-line-strong shadow-[0_0_0_3px_var(--surface)]"
              />
              <span className="min-w-0 wrap-anywhere">
                {text}
                <span className="text-ink-3">
                  {by === null ? null : ` por ${by}`}
                  {' · '}
                  <time dateTime={at}>
                    {day}
                    {formatTime(eventTime)}
                  </time>
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
