import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Dot } from './dot.tsx';

export interface Toast {
  text: string;
  status?: string | undefined;
  /** Announced assertively, and stays until the user closes it. */
  error?: boolean | undefined;
  /** Available while the toast is visible, also with Ctrl+Z. */
  action?: { label: string; run: () => void } | undefined;
}

const SHOWN_MS = 6000;

let current: (Toast & { id: number }) | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  clearTimeout(timer);
  current = next;
  for (const listener of listeners) listener();
}

function startTimer(): void {
  clearTimeout(timer);
  if (current !== null && current.error !== true) timer = setTimeout(closeToast, SHOWN_MS);
}

export function showToast(toast: Toast): void {
  count += 1;
  set({ ...toast, id: count });
  startTimer();
}

export function closeToast(): void {
  set(null);
}

function runAction(toast: Toast & { id: number }): void {
  toast.action?.run();
  if (current?.id === toast.id) closeToast();
}

/** Not in a text field, where Ctrl+Z undoes typing. */
function runActionOnUndoKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && /^z$/i.test(event.key);
  if (!isUndo || current?.action === undefined) return;
  const { target } = event;
  if (target instanceof HTMLElement && target.matches('input, textarea')) return;
  event.preventDefault();
  runAction(current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Mounted once. The live regions exist before their text, or screen readers miss it. A dialog hides all around it
 * from them but what has `aria-live`, so an open one needs no message of its own.
 */
export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current);
  const hasAction = toast?.action !== undefined;
  useEffect(() => {
    if (!hasAction) return undefined;
    window.addEventListener('keydown', runActionOnUndoKey);
    return () => window.removeEventListener('keydown', runActionOnUndoKey);
  }, [hasAction]);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(96px+env(safe-area-inset-bottom))] z-60 grid justify-items-center lg:bottom-6">
      <output aria-live="polite">
        {toast !== null && toast.error !== true ? <ToastPill toast={toast} /> : null}
      </output>
      <div role="alert" aria-live="assertive">
        {toast?.error === true ? <ToastPill toast={toast} /> : null}
      </div>
    </div>
  );
}

function resumeTimer({ currentTarget }: { currentTarget: Element }): void {
  if (!currentTarget.matches(':hover, :focus-within')) startTimer();
}

function ToastPill({ toast }: { toast: Toast & { id: number } }) {
  return (
    <span
      key={toast.id}
      onPointerEnter={() => clearTimeout(timer)}
      onPointerLeave={resumeTimer}
      onFocus={() => clearTimeout(timer)}
      onBlur={resumeTimer}
      className="pointer-events-auto flex animate-pop items-center gap-3 rounded-full bg-ink py-2 pr-2.5 pl-[18px] text-sm font-medium text-on-ink shadow-dialog"
    >
      {/* The toast has the background of the opposite theme. */}
      <span className="inline-flex scheme-dark dark:scheme-light">
        <Dot status={toast.error === true ? 'failed' : (toast.status ?? 'published')} size={12} />
      </span>
      {toast.text}
      {toast.action === undefined ? null : (
        <button
          type="button"
          aria-keyshortcuts="Control+Z"
          className="-my-1 min-h-11 shrink-0 rounded-full bg-paper/14 px-3.5 font-semibold hover:bg-paper/24 lg:min-h-8"
          onClick={() => runAction(toast)}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Fechar aviso"
        className="inline-grid size-11 shrink-0 place-items-center rounded-full bg-paper/14 hover:bg-paper/24 lg:size-8"
        onClick={closeToast}
      >
        <X size={16} />
      </button>
    </span>
  );
}
