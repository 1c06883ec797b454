import type { Batch } from '@pontual/contract/planning/bulk.ts';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session.tsx';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { InstagramAccountSection } from '../../instagram/instagram-account-section.tsx';
import { explicitAccount } from '../../instagram/has-several-accounts.ts';
import { paths } from '../../ui/page/paths.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { useUploadQueue } from '../../composer/uploads/use-upload-queue.ts';
import { ConnectAccountDialog, LimitReachedDialog } from '../../posts/failure-dialogs.tsx';
import { UnconnectedWarning } from '../../posts/unconnected-warning.tsx';
import { failureText } from '../../api/api-error.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { focusPage } from '../../ui/page/focus-page.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useLastValue } from '../../ui/use-last-value.ts';
import { BulkLeaveGuard, SheetSummary, UnusedFiles } from './bulk-notes.tsx';
import { useCheckedRows } from './bulk-queries.ts';
import { DropCard, RefusedFiles } from './drop-card.tsx';
import { RowErrorList } from './row-error-list.tsx';
import { splitByReadiness } from './row-readiness.ts';
import { useFocusAfterRemoval } from './row-focus.ts';
import { useRowDuplicates } from './duplicates-queries.ts';
import { RowList, RowListHeader } from './row-list.tsx';
import { DuplicatesSummary } from './row-duplicates.tsx';
import { SendBar } from './send-bar.tsx';
import { FreeSlotsCard } from './free-slots-card.tsx';
import { useIntake } from './use-intake.ts';
import { useBatchPlan, type BatchPlan } from './use-batch-plan.ts';
import { useSendWhenChecked } from './use-send-when-checked.ts';
import { useSendBatch } from './use-send-batch.ts';
import { useNeededFiles } from './use-needed-files.ts';

/** Posts refer to uploaded files, so every file is uploaded early. */
const allFiles = <F,>(files: readonly F[]) => files;
const noFiles: readonly PickedFile[] = [];

interface BulkFormProps {
  maxScheduleDays: number;
  onDone: (batch: Batch) => void;
}

export function BulkForm({ maxScheduleDays, onDone }: BulkFormProps) {
  const { user } = useSession();
  const intake = useIntake();
  const { files, sheet } = intake;
  const [instagramAccountId, setInstagramAccountId] = useState<string | null>(null);
  const selectedAccountId = explicitAccount(user, instagramAccountId);
  const accountSuffix = formatInAccount(
    useInstagramAccountNames()({ instagramAccountId: instagramAccountId }),
  );
  const batchPlan = useBatchPlan(intake, {
    maxScheduleDays,
    instagramAccountId: selectedAccountId,
  });
  const { sending, pendingBatch, send, retry, dismiss } = useSendBatch(onDone);
  const rows = pendingBatch?.rows ?? batchPlan.rows;
  const isLocked = pendingBatch !== null;
  const check = useCheckedRows(rows, files, selectedAccountId);
  const checkedRows = useLastValue(check.data ?? null) ?? undefined;
  const [fit, setFit] = useState<FitMode>('crop');
  const usedUrls = useMemo(
    () => new Set(rows.flatMap(({ id }) => checkedRows?.get(id)?.urls ?? [])),
    [rows, checkedRows],
  );
  const isCurrent = check.isSuccess && !check.isPlaceholderData;
  const neededFiles = useNeededFiles(files, usedUrls, isCurrent);
  const earlyUploads = useUploadQueue(rows.length === 0 ? noFiles : neededFiles, allFiles);
  const failure = sending.state === 'failed' ? sending : null;
  // Once it is created, a batch in flight would match itself.
  const duplicates = useRowDuplicates(
    { rows, checkedRows, files: neededFiles, instagramAccountId },
    isCurrent && !isLocked,
  );
  const { ready, invalid } = splitByReadiness(rows, checkedRows);
  const unused = files.filter(({ url }) => !usedUrls.has(url));
  const { uploadQueue } = earlyUploads;
  const sendPosts = (demo: boolean) =>
    void send({ posts: ready, files, uploadQueue, fit, demo, instagramAccountId });
  const { requestSend, cancelSend } = useSendWhenChecked(
    { isCurrent, isError: check.isError },
    () => {
      if (invalid.length === 0 && ready.length > 0) sendPosts(false);
    },
  );
  const change = (apply: () => void) => {
    cancelSend();
    dismiss();
    apply();
  };
  const focusRow = useFocusAfterRemoval();
  const focusAfterSheet = useFocusAfterRender(focusPage);

  return (
    <>
      {user?.instagramAccountId === null ? (
        <UnconnectedWarning demo={false} className="mb-4" />
      ) : null}
      <DropCard
        intake={intake}
        disabled={isLocked}
        onSelect={(selection) => change(() => void intake.addSelection(selection))}
      />
      <RefusedFiles refused={intake.refused} />
      {sheet === null ? null : (
        <SheetSummary
          sheet={sheet}
          disabled={isLocked}
          onRemove={() => {
            change(intake.removeSheet);
            focusAfterSheet();
          }}
        />
      )}
      {batchPlan.usesFreeSlots ? <FreeSlots batchPlan={batchPlan} disabled={isLocked} /> : null}
      {isCurrent && unused.length > 0 ? (
        <UnusedFiles files={unused} overLimit={batchPlan.overLimit} hasSheet={sheet !== null} />
      ) : null}
      {check.isError ? <CheckError check={check} /> : null}
      {rows.length === 0 ? null : (
        <>
          <section aria-label="Posts do lote" className="mt-6">
            <RowListHeader fit={fit} onFit={(to) => change(() => setFit(to))} disabled={isLocked} />
            <InstagramAccountSection
              small
              isNew
              account={instagramAccountId}
              locked={isLocked}
              onAccount={setInstagramAccountId}
            />
            <RowErrorList rows={rows} invalidRows={invalid} />
            <DuplicatesSummary rows={rows} duplicates={duplicates} />
            <RowList
              {...{ rows, checkedRows, files, duplicates, instagramAccountId }}
              refusals={failure?.rows}
              disabled={isLocked}
              onEdit={(row, edit) => change(() => batchPlan.edit(row.id, edit))}
              onRemove={(row, position) => {
                const others = rows.filter(({ id }) => id !== row.id);
                const isShownElsewhere = others.some(({ id }) =>
                  checkedRows?.get(id)?.urls.includes(row.id),
                );
                change(() => batchPlan.remove(row, isShownElsewhere));
                focusRow(position);
              }}
            />
          </section>
          <SendBar
            accountSuffix={accountSuffix}
            ready={check.isError ? 0 : ready.length}
            invalid={invalid.length}
            isChecking={!isCurrent}
            sending={sending}
            earlyUploads={earlyUploads}
            files={neededFiles}
            onSend={requestSend}
            onRetry={() => void retry()}
          />
        </>
      )}
      <BatchErrorDialogs failure={failure} onDismiss={dismiss} onDemo={() => sendPosts(true)} />
      {files.length > 0 || sheet !== null ? <BulkLeaveGuard sending={sending} /> : null}
    </>
  );
}

function BatchErrorDialogs(props: {
  failure: { code: string; message: string } | null;
  onDismiss: () => void;
  onDemo: () => void;
}) {
  const { failure, onDismiss, onDemo } = props;
  const navigate = useNavigate();
  return (
    <>
      <LimitReachedDialog
        open={failure?.code === 'LIMIT_EXCEEDED'}
        message={failure?.message ?? ''}
        onDismiss={onDismiss}
      />
      <ConnectAccountDialog
        open={failure?.code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={onDemo}
        onConnect={() => void navigate(paths.dashboard)}
      />
    </>
  );
}

function FreeSlots({ batchPlan, disabled }: { batchPlan: BatchPlan; disabled: boolean }) {
  return (
    <QueryState
      query={batchPlan.takenTimes}
      failed="Não foi possível ver quais horários já têm post."
      loading={
        <p className="mt-4 flex min-h-[280px] items-center justify-center gap-3 text-ink-2">
          <Spinner />
          Procurando horários livres...
        </p>
      }
      className="mt-4"
    >
      {() => <FreeSlotsCard batchPlan={batchPlan} disabled={disabled} />}
    </QueryState>
  );
}

function CheckError({ check }: { check: ReturnType<typeof useCheckedRows> }) {
  return (
    <RetryAlert query={check} className="mt-3 items-center">
      Não foi possível conferir os posts. {failureText(check.error, 'Tente de novo em instantes.')}
    </RetryAlert>
  );
}
