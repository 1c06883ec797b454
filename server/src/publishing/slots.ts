/** So many may be at something at a time; whoever waits longest comes next. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async take(): Promise<void> {
      if (taken < count) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Hands the slot to the next, or leaves it free. */
    give(): void {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}
