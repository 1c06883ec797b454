import type { Batch } from '@pontual/contract/bulk.ts';
import type { Fit } from '@pontual/contract/media-fit.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session.tsx';
import { inAccount, useAccountNames } from '../instagram/account-names.ts';
import { AccountSection } from '../instagram/account-section.tsx';
import { accountAmongSeveral } from '../instagram/has-several.ts';
import { paths } from '../paths.ts';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { useOutbox } from '../posts/create/uploads/use-outbox.ts';
import { AlmostThere, LimitReached } from '../posts/refusals.tsx';
import { UnconnectedWarning } from '../posts/unconnected-warning.tsx';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { focusPage } from '../shell/focus-page.ts';
import { hasFailed } from '../api/has-failed.ts';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { useLast } from '../ui/use-last.ts';
import { Leaving, SheetLineOf, Unused } from './bulk-notes.tsx';
import { useChecked } from './bulk.queries.ts';
import { DropCard, LeftOut } from './drop-card.tsx';
import { FaultList } from './fault-list.tsx';
import { readyPosts } from './ready-posts.ts';
import { useFocusOnRow } from './focus-row.ts';
import { useRepeats } from './repeats.queries.ts';
import { RowList, RowsHead } from './row-list.tsx';
import { RepeatsFound } from './row-repeats.tsx';
import { SendBar } from './send-bar.tsx';
import { SlotsCard } from './slots-card.tsx';
import { useIntake } from './use-intake.ts';
import { usePlan, type Plan } from './use-plan.ts';
import { usePress } from './use-press.ts';
import { useSendBatch } from './use-send-batch.ts';
import { useWanted } from './use-wanted.ts';

/** All of them are sent ahead: the posts are made of what has arrived. */
const every = <F,>(files: readonly F[]) => files;
const none: readonly PickedFile[] = [];

interface BulkFormProps {
  maxScheduleDays: number;
  onDone: (batch: Batch) => void;
}

/** From what is chosen to posts that stand in the calendar. */
export function BulkForm({ maxScheduleDays, onDone }: BulkFormProps) {
  const { user } = useSession();
  const intake = useIntake();
  const { files, sheet } = intake;
  const [account, setAccount] = useState<string | null>(null);
  const named = accountAmongSeveral(user, account);
  const where = inAccount(useAccountNames()({ instagramAccountId: account }));
  const plan = usePlan(intake, { maxScheduleDays, account: named });
  const { sending, held, send, retry, dismiss } = useSendBatch(onDone);
  // What is on its way stays as it was sent, whatever hours are taken meanwhile.
  const rows = held?.rows ?? plan.rows;
  const isLocked = held !== null;
  const check = useChecked(rows, files, named);
  // Where it cannot be asked, what it said before is still the best that is known.
  const checked = useLast(check.data ?? null) ?? undefined;
  const [fit, setFit] = useState<Fit>('crop');
  const used = useMemo(
    () => new Set(rows.flatMap(({ id }) => checked?.get(id)?.urls ?? [])),
    [rows, checked],
  );
  const isCurrent = check.isSuccess && !check.isPlaceholderData;
  const wanted = useWanted(files, used, isCurrent);
  const ahead = useOutbox(rows.length === 0 ? none : wanted, every);
  const failure = sending.state === 'failed' ? sending : null;
  // What is on its way would repeat itself once it has arrived.
  const repeats = useRepeats({ rows, checked, files: wanted, account }, isCurrent && !isLocked);
  const { ready, faulty } = readyPosts(rows, checked);
  const unused = files.filter(({ url }) => !used.has(url));
  const { outbox } = ahead;
  const go = (demo: boolean) => void send({ posts: ready, files, outbox, fit, demo, account });
  const { press, forget } = usePress({ isCurrent, isError: check.isError }, () => {
    if (faulty.length === 0 && ready.length > 0) go(false);
  });
  const change = (make: () => void) => {
    forget();
    dismiss();
    make();
  };
  const focusRow = useFocusOnRow();
  const focusAfterSheet = useFocusAfter(focusPage);

  return (
    <>
      {user?.instagramAccountId === null ? (
        <UnconnectedWarning demo={false} className="mb-4" />
      ) : null}
      <DropCard
        intake={intake}
        disabled={isLocked}
        onTake={(selection) => change(() => void intake.take(selection))}
      />
      <LeftOut refused={intake.refused} />
      {sheet === null ? null : (
        <SheetLineOf
          sheet={sheet}
          disabled={isLocked}
          onDrop={() => {
            change(intake.dropSheet);
            focusAfterSheet();
          }}
        />
      )}
      {plan.isSpread ? <Spread plan={plan} disabled={isLocked} /> : null}
      {isCurrent && unused.length > 0 ? (
        <Unused files={unused} beyond={plan.beyond} ofSheet={sheet !== null} />
      ) : null}
      {check.isError ? <Unchecked check={check} /> : null}
      {rows.length === 0 ? null : (
        <>
          <section aria-label="Posts do lote" className="mt-6">
            <RowsHead fit={fit} onFit={(to) => change(() => setFit(to))} disabled={isLocked} />
            <AccountSection
              small
              isNew
              account={account}
              locked={isLocked}
              onAccount={setAccount}
            />
            <FaultList rows={rows} faulty={faulty} />
            <RepeatsFound rows={rows} repeats={repeats} />
            <RowList
              {...{ rows, checked, files, repeats, account }}
              refusals={failure?.rows}
              disabled={isLocked}
              onEdit={(row, edit) => change(() => plan.edit(row.id, edit))}
              onRemove={(row, position) => {
                const others = rows.filter(({ id }) => id !== row.id);
                const isShownElsewhere = others.some(({ id }) =>
                  checked?.get(id)?.urls.includes(row.id),
                );
                change(() => plan.remove(row, isShownElsewhere));
                focusRow(position);
              }}
            />
          </section>
          <SendBar
            where={where}
            ready={check.isError ? 0 : ready.length}
            faulty={faulty.length}
            isChecking={!isCurrent}
            sending={sending}
            ahead={ahead}
            files={wanted}
            onSend={press}
            onRetry={() => void retry()}
          />
        </>
      )}
      <Asked failure={failure} onDismiss={dismiss} onDemo={() => go(true)} />
      {files.length > 0 || sheet !== null ? <Leaving sending={sending} /> : null}
    </>
  );
}

/** What asks for a decision (specification, section 8). */
function Asked(props: {
  failure: { code: string; message: string } | null;
  onDismiss: () => void;
  onDemo: () => void;
}) {
  const { failure, onDismiss, onDemo } = props;
  const navigate = useNavigate();
  return (
    <>
      <LimitReached
        open={failure?.code === 'LIMIT_EXCEEDED'}
        message={failure?.message ?? ''}
        onDismiss={onDismiss}
      />
      <AlmostThere
        open={failure?.code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={onDemo}
        onConnect={() => void navigate(paths.dashboard)}
      />
    </>
  );
}

/** When files without a sheet go out. */
function Spread({ plan, disabled }: { plan: Plan; disabled: boolean }) {
  const { hours } = plan;
  if (hours.data !== undefined) return <SlotsCard plan={plan} disabled={disabled} />;
  return hasFailed(hours) ? (
    <RetryNotice query={hours} className="mt-4 items-center">
      Não foi possível ver quais horários já têm post.
    </RetryNotice>
  ) : (
    <p className="mt-4 flex min-h-[280px] items-center justify-center gap-3 text-ink-2">
      <Spinner />
      Procurando horários livres...
    </p>
  );
}

function Unchecked({ check }: { check: ReturnType<typeof useChecked> }) {
  return (
    <Notice tone="bad" live className="mt-3">
      Não foi possível conferir os posts. {check.error?.message}{' '}
      <button type="button" className="text-link" onClick={() => void check.refetch()}>
        Tentar de novo
      </button>
    </Notice>
  );
}
