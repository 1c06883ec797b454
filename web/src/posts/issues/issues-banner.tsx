import type { Issue } from '@pontual/contract/posts/issues.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IfAllowed } from '../../api/permissions.tsx';
import { focusPage } from '../../ui/page/focus-page.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { IssueActionButton, type IssueHandlers } from './issue-action-button.tsx';
import { issueCountText, issueText } from './issue-text.ts';
import { useDismissFailures } from './issues-queries.ts';

export function IssuesBanner({ issues, ...targets }: IssueHandlers & { issues: readonly Issue[] }) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const items = useRef<HTMLUListElement>(null);
  const focusIndex = useRef(0);
  const focusNext = useFocusAfterRender(() => {
    const left = items.current?.children ?? [];
    const next = left[Math.min(focusIndex.current, left.length - 1)];
    if (next instanceof HTMLElement) next.focus();
    else focusPage();
  });
  const [first] = issues;
  if (first === undefined) return null;
  const several = issues.length > 1;
  const isNow = issues.some(({ severity }) => severity === 'now');
  return (
    <section
      aria-label="Precisa de você"
      className={cx(
        'mb-4 overflow-hidden rounded-md lg:mb-6',
        isNow ? 'bg-bad-soft' : 'bg-warn-soft',
      )}
    >
      {several ? (
        <div className="flex min-h-11 items-center justify-between gap-3 pr-1.5 pl-4 text-sm lg:min-h-10">
          <b className={cx('font-semibold', isNow ? 'text-bad-text' : 'text-warn-text')}>
            {issueCountText(issues.length)}
          </b>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={open}
            aria-controls={list}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Recolher' : 'Ver todas'}
            <ChevronDown size={16} className={cx('transition-[rotate]', open && 'rotate-180')} />
          </Button>
        </div>
      ) : null}
      <ul id={list} ref={items} className="divide-y divide-line">
        {(open ? issues : [first]).map((issue, index) => (
          <IssueRow
            key={issue.id}
            issue={issue}
            isFirst={issue === first && several}
            onResolved={() => {
              focusIndex.current = index;
              focusNext();
            }}
            {...targets}
          />
        ))}
      </ul>
    </section>
  );
}

interface IssueRowProps extends IssueHandlers {
  issue: Issue;
  isFirst: boolean;
  /** The row is removed with its button: the next one gets the focus, or the page. */
  onResolved: () => void;
}

function IssueRow({ issue, isFirst, onResolved, ...targets }: IssueRowProps) {
  const now = useMinute();
  const { title, detail } = issueText(issue, now);
  return (
    <li
      tabIndex={-1}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 text-sm leading-[1.45] lg:py-2.5',
        isFirst ? 'pt-0.5 pb-3' : 'py-3',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 items-baseline gap-2.5">
        {issue.severity === 'now' ? (
          <Dot status="failed" size={10} />
        ) : (
          <span
            aria-hidden="true"
            className="size-2.5 shrink-0 rounded-full border-2 border-warn-text"
          />
        )}
        <p className="min-w-0 text-pretty wrap-anywhere text-ink-2">
          <b className="font-semibold text-ink">{title}</b> {detail}
        </p>
      </div>
      <div className="-my-0.5 flex flex-wrap items-center gap-x-1.5 empty:hidden max-lg:pl-5">
        <IssueActionButton issue={issue} onResolved={onResolved} {...targets} />
        {issue.canDismiss ? (
          <IfAllowed permission="edit">
            <DismissButton issue={issue} title={title} onDone={onResolved} />
          </IfAllowed>
        ) : null}
      </div>
    </li>
  );
}

function DismissButton(props: { issue: Issue; title: string; onDone: () => void }) {
  const { issue, title, onDone } = props;
  const dismiss = useDismissFailures();
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={dismiss.isPending}
      busyLabel="Dispensando..."
      aria-label={`Dispensar: ${title.replace(/\.$/, '')}`}
      onClick={() =>
        // A live event may remove the row before the response, and `mutate` would then skip its callbacks.
        dismiss
          .mutateAsync(issue.postIds)
          .then(
            onDone,
            failureToast('Não foi possível dispensar agora. Tente de novo em instantes.'),
          )
      }
    >
      Dispensar
    </Button>
  );
}
