/** A button that fetches a query again: the retry of a failure that `QueryState` or `RetryAlert` would show. */
const HAND_MADE_RETRY = /onClick=\{[^}]*\.refetch\(/;
const RETRY_BUTTON = /from '[^']*\/retry-button\.tsx'/;

/** Returns `path: line` of each retry that stands outside the components for failed queries. */
export function findHandMadeRetries(path: string, text: string): string[] {
  if (path.startsWith('web/src/ui/page/')) return [];
  return text
    .split('\n')
    .filter((line) => HAND_MADE_RETRY.test(line) || RETRY_BUTTON.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}
