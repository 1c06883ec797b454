import { dayKey } from '@pontual/contract/brasilia-time.ts';
import { horizonEnd } from '@pontual/contract/plans.ts';
import { BATCH_POSTS_MAX, type BatchLine } from '@pontual/contract/bulk.ts';
import { useMemo, useState } from 'react';
import { useMinute } from '../shell/minute.ts';
import { useTakenHours } from './bulk.queries.ts';
import { freeSlots, type SlotWishes } from './free-slots.ts';
import { needsSlot, rowsOfFiles, rowsOfSheet, type Edits, type Row } from './plan-rows.ts';
import type { Intake } from './use-intake.ts';

const workdays = new Set([1, 2, 3, 4, 5]);

export type Plan = ReturnType<typeof usePlan>;

/** The posts that are to be made of what was chosen: those of the sheet, or one of each file. */
export function usePlan(
  intake: Intake,
  { maxScheduleDays, account }: { maxScheduleDays: number; account: string | undefined },
) {
  const now = useMinute();
  const today = dayKey(now);
  const until = horizonEnd(now, maxScheduleDays);
  const [wishes, setWishes] = useState<SlotWishes>({
    from: today,
    weekdays: workdays,
    hours: ['12:00', '18:00'],
  });
  const [edits, setEdits] = useState<Edits>(new Map());
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { files, sheet } = intake;
  const isSpread = sheet === null && files.length > 0;
  const hours = useTakenHours({ from: today, until, account }, isSpread);
  const taken = hours.data;
  // Each is a post.
  const alone = useMemo(() => files.filter(({ url }) => !removed.has(url)), [files, removed]);
  const spread = useMemo(() => alone.slice(0, BATCH_POSTS_MAX), [alone]);

  const minute = now.getTime();
  const count = spread.filter(({ url }) => needsSlot(edits.get(url))).length;
  const slots = useMemo((): Date[] | undefined => {
    if (taken === undefined) return undefined;
    const at = new Date(minute);
    const span = { taken, now: at, until: horizonEnd(at, maxScheduleDays) };
    return freeSlots(count, wishes, span);
  }, [count, taken, wishes, minute, maxScheduleDays]);
  const rows = useMemo((): Row[] => {
    if (sheet !== null) return rowsOfSheet(sheet, { edits, removed });
    return slots === undefined ? [] : rowsOfFiles(spread, slots, edits);
  }, [sheet, spread, slots, edits, removed]);

  return {
    rows,
    isSpread,
    /** Files for which a batch has no room. */
    beyond: sheet === null ? alone.slice(BATCH_POSTS_MAX) : [],
    /** Which hours are taken. */
    hours,
    /** How many posts find an hour until the plan ends, and how many do not; null where all do. */
    lacking:
      slots === undefined || slots.length === count
        ? null
        : { found: slots.length, missing: count - slots.length, until },
    wishes,
    setWishes,
    edit: (id: string, change: Partial<BatchLine>) =>
      setEdits((before) => new Map(before).set(id, { ...before.get(id), ...change })),
    /** A post of a file alone goes with its file, unless another one shows that. */
    remove: ({ id, row }: Row, isShownElsewhere: boolean) => {
      if (row === null && !isShownElsewhere) intake.leaveOut(id);
      else setRemoved((before) => new Set(before).add(id));
    },
  };
}
