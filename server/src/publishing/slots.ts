interface Waiting {
  /** Whether it has become too late to go on. */
  isOver: () => boolean;
  resolve: (hasSlot: boolean) => void;
}

export type Slots = ReturnType<typeof createSlots>;

/** So many may be at something at a time; whoever waits longest comes next. */
export function createSlots(count: number) {
  let waiting: Waiting[] = [];
  let taken = 0;
  return {
    /** Answers false if it was over before there was a slot; then there is none to give back. */
    async take(isOver: () => boolean = () => false): Promise<boolean> {
      if (taken === count) {
        return new Promise<boolean>((resolve) => waiting.push({ isOver, resolve }));
      }
      taken += 1;
      return true;
    },

    /** Hands the slot to the next, or leaves it free; answers whether nobody has one any more. */
    give(): boolean {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next.resolve(true);
      return taken === 0;
    },

    /** Sends those away for whom it is over. */
    clear(): void {
      const isOver = Map.groupBy(waiting, (one) => one.isOver());
      waiting = isOver.get(false) ?? [];
      for (const { resolve } of isOver.get(true) ?? []) resolve(false);
    },
  };
}

/** The same for each key by itself: one that has many waiting holds up no other. */
export function createLanes(width: number) {
  const lanes = new Map<string, Slots>();
  return {
    take(key: string, isOver: () => boolean): Promise<boolean> {
      const lane = lanes.get(key) ?? createSlots(width);
      lanes.set(key, lane);
      return lane.take(isOver);
    },
    give(key: string): void {
      if (lanes.get(key)?.give() === true) lanes.delete(key);
    },
    clear(): void {
      for (const lane of lanes.values()) lane.clear();
    },
  };
}
