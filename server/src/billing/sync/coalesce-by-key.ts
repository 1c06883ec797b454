/** One run per key in this process: all calls during a run share the run that follows it. */
export function coalesceByKey(act: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, { now: Promise<void>; next?: Promise<void> }>();

  function start(key: string): Promise<void> {
    const now = act(key).finally(() => running.delete(key));
    running.set(key, { now });
    return now;
  }

  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const follow = () => start(key);
    current.next ??= current.now.then(follow, follow);
    return current.next;
  };
}
