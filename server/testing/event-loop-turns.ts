/** `turns` are those of others meanwhile. */
export async function countEventLoopTurns<T>(
  work: () => Promise<T>,
): Promise<{ result: T; turns: number }> {
  let isOver = false;
  let turns = 0;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    isOver = true;
  }
}
