/** Of a process; an account has one, so that others are never behind all of its videos. */
const MAX_UPLOADS = 3;

export type UploadSlots = ReturnType<typeof createUploadSlots>;

export function createUploadSlots() {
  const accounts = new Set<string>();
  const stopped = new AbortController();
  const hasSlot = (igUserId: string) =>
    !stopped.signal.aborted && accounts.size < MAX_UPLOADS && !accounts.has(igUserId);
  return {
    /** Returns undefined, without a wait, when there is no slot. */
    async run<T>(
      igUserId: string,
      upload: (stopped: AbortSignal) => Promise<T>,
    ): Promise<T | undefined> {
      if (!hasSlot(igUserId)) return undefined;
      accounts.add(igUserId);
      try {
        return await upload(stopped.signal);
      } finally {
        accounts.delete(igUserId);
      }
    },

    /** Another worker sends the rest. */
    stop: () => stopped.abort(),
  };
}
