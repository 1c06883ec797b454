import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { horizonEnd } from '@pontual/contract/billing/plans.ts';
import { BATCH_POSTS_MAX, type BatchLine } from '@pontual/contract/planning/bulk.ts';
import { useMemo, useState } from 'react';
import { useMinute } from '../../ui/page/use-minute.ts';
import { useTakenTimes } from './bulk-queries.ts';
import { findFreeSlots, type SlotPreferences } from './free-slots.ts';
import {
  needsFreeSlot,
  rowsFromFiles,
  rowsFromSheet,
  type Edits,
  type BatchRow,
} from './batch-rows.ts';
import type { Intake } from './use-intake.ts';

const workdays = new Set([1, 2, 3, 4, 5]);

export type BatchPlan = ReturnType<typeof useBatchPlan>;

export function useBatchPlan(
  intake: Intake,
  {
    maxScheduleDays,
    instagramAccountId,
  }: { maxScheduleDays: number; instagramAccountId: string | undefined },
) {
  const now = useMinute();
  const today = dayKey(now);
  const until = horizonEnd(now, maxScheduleDays);
  const [preferences, setPreferences] = useState<SlotPreferences>({
    from: today,
    weekdays: workdays,
    times: ['12:00', '18:00'],
  });
  const [edits, setEdits] = useState<Edits>(new Map());
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { files, sheet } = intake;
  const usesFreeSlots = sheet === null && files.length > 0;
  const takenTimes = useTakenTimes({ from: today, until, instagramAccountId }, usesFreeSlots);
  const knownTakenTimes = takenTimes.data;
  const keptFiles = useMemo(() => files.filter(({ url }) => !removed.has(url)), [files, removed]);
  const scheduledFiles = useMemo(() => keptFiles.slice(0, BATCH_POSTS_MAX), [keptFiles]);

  const minute = now.getTime();
  const count = scheduledFiles.filter(({ url }) => needsFreeSlot(edits.get(url))).length;
  const slots = useMemo((): Date[] | undefined => {
    if (knownTakenTimes === undefined) return undefined;
    const at = new Date(minute);
    const span = { takenTimes: knownTakenTimes, now: at, until: horizonEnd(at, maxScheduleDays) };
    return findFreeSlots(count, preferences, span);
  }, [count, knownTakenTimes, preferences, minute, maxScheduleDays]);
  const rows = useMemo((): BatchRow[] => {
    if (sheet !== null) return rowsFromSheet(sheet, { edits, removed });
    return slots === undefined ? [] : rowsFromFiles(scheduledFiles, slots, edits);
  }, [sheet, scheduledFiles, slots, edits, removed]);

  return {
    rows,
    usesFreeSlots,
    overLimit: sheet === null ? keptFiles.slice(BATCH_POSTS_MAX) : [],
    takenTimes,
    /** Null when all posts get a slot before the plan ends. */
    shortfall:
      slots === undefined || slots.length === count
        ? null
        : { found: slots.length, missing: count - slots.length, until },
    preferences,
    setPreferences,
    edit: (id: string, change: Partial<BatchLine>) =>
      setEdits((before) => new Map(before).set(id, { ...before.get(id), ...change })),
    /** Without a sheet, the row also removes its file, unless another row uses it. */
    remove: ({ id, row }: BatchRow, isShownElsewhere: boolean) => {
      if (row === null && !isShownElsewhere) intake.removeFile(id);
      else setRemoved((before) => new Set(before).add(id));
    },
  };
}
