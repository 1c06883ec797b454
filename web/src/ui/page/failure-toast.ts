import { failureText } from '../../api/api-error.ts';
import { showToast } from '../toast.tsx';

/** Returns an `onError` that says in a toast what failed; the toast stays until the user closes it. */
export const failureToast =
  (fallback: string) =>
  (error: unknown): void =>
    showToast({ text: failureText(error, fallback), error: true });
