/** Ends a claim. */
export type Release = () => void;

/**
 * Claims the place in which an owner's work is kept for this tab alone; null while another tab holds
 * it. A browser that knows no locks, as without https, lets all tabs have it.
 */
export function claim(owner: string | null): Promise<Release | null> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const held = locks.request(
      `pontual.composer.${owner ?? 'visitor'}`,
      { ifAvailable: true },
      (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      },
    );
    held.catch(() => resolve(null));
  });
}
