/** So many may be at something at a time; whoever waits longest comes next. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async take(): Promise<void> {
      if (taken < count) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Hands the slot to the next, or leaves it free; answers whether nobody has one any more. */
    give(): boolean {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
      return taken === 0;
    },
  };
}

/** The same for each key by itself: one that has many waiting holds up no other. */
export function createLanes(width: number) {
  const lanes = new Map<string, ReturnType<typeof createSlots>>();
  return {
    async take(key: string): Promise<void> {
      const lane = lanes.get(key) ?? createSlots(width);
      lanes.set(key, lane);
      await lane.take();
    },
    give(key: string): void {
      if (lanes.get(key)?.give() === true) lanes.delete(key);
    },
  };
}
