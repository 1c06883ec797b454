import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Dot } from './dot.tsx';

export interface Toast {
  text: string;
  /** The dot in front: a post's status. */
  status?: string | undefined;
  /** Announced at once, and stays until closed. */
  error?: boolean | undefined;
}

const SHOWN_MS = 6000;

/** At most one toast: a newer one takes the place of the older. */
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

function closeToast(): void {
  set(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Mounted once. The live regions stand before the words come, or screen readers miss them. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(96px+env(safe-area-inset-bottom))] z-60 grid justify-items-center lg:bottom-6">
      <output>{toast !== null && toast.error !== true ? <Pill toast={toast} /> : null}</output>
      <div role="alert">{toast?.error === true ? <Pill toast={toast} /> : null}</div>
    </div>
  );
}

function Pill({ toast }: { toast: Toast & { id: number } }) {
  return (
    <span
      key={toast.id}
      onPointerEnter={() => clearTimeout(timer)}
      onPointerLeave={startTimer}
      onFocus={() => clearTimeout(timer)}
      onBlur={startTimer}
      className="pointer-events-auto flex animate-pop items-center gap-3 rounded-full bg-ink py-2 pr-2.5 pl-[18px] text-sm font-medium text-on-ink shadow-dialog"
    >
      {/* The pill has the other theme's ground, so its dot has the other theme's colours. */}
      <span className="inline-flex scheme-dark dark:scheme-light">
        <Dot status={toast.error === true ? 'failed' : (toast.status ?? 'published')} size={12} />
      </span>
      {toast.text}
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
