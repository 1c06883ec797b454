import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';

interface DeviceRowProps {
  /** The device as its browser reports it, such as "Chrome no Android". */
  device: string;
  badge?: ReactNode;
  hint: string;
  action: ReactNode;
}

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
