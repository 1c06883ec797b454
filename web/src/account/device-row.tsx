import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';

interface DeviceRowProps {
  /** As its browser tells it, such as "Chrome no Android". */
  device: string;
  /** Beside its name. */
  badge?: ReactNode;
  /** When it was there last. */
  hint: string;
  action: ReactNode;
}

/** A browser of the account's, in a list of them. */
export function DeviceRow({ device, badge, hint, action }: DeviceRowProps) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon size={20} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
          {device}
          {badge}
        </p>
        <p className="text-xs text-ink-3">{hint}</p>
      </div>
      {action}
    </li>
  );
}
