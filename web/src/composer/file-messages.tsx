import { CircleAlert, Info, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { formatRefusedFileSize, formatFileSize } from './file-size.ts';

interface FileReasonsProps {
  label: string;
  /** `size` is in bytes. */
  files: readonly { name: string; size: number; reason: string }[];
  /** Changes with each announcement and remounts the content. */
  announcementCount?: number;
  title?: string | null;
  /** The files are not faulty; the reason is only information. */
  isInformational?: boolean;
  action: ReactNode;
  onDismiss?: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function FileReasons(props: FileReasonsProps) {
  const {
    label,
    files,
    announcementCount,
    title = null,
    isInformational = false,
    action,
    onDismiss,
    ref,
  } = props;
  const Icon = isInformational ? Info : CircleAlert;
  return (
    // Rendered while empty, because screen readers miss an alert that is inserted together with its text.
    <div role="alert">
      {files.length === 0 ? null : (
        <div
          key={announcementCount}
          ref={ref}
          className={cx(
            'mt-2.5 flex scroll-my-3 items-start gap-3 rounded-md py-1.5 pl-4 text-sm',
            onDismiss === undefined ? 'pr-4' : 'pr-2',
            isInformational ? 'bg-sunken text-ink-2' : 'bg-bad-soft text-bad-text',
          )}
        >
          <Icon size={18} className="mt-2 shrink-0 lg:mt-[7px]" />
          <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            {title === null ? null : <p className="mb-1 font-semibold text-pretty">{title}</p>}
            <ul aria-label={label} className="grid gap-1">
              {files.map(({ name, size, reason }, index) => (
                <li key={index} className="text-pretty">
                  <b className="font-semibold">{name}</b>{' '}
                  <span className="tnum">
                    ({isInformational ? formatFileSize(size) : formatRefusedFileSize(size)}).
                  </span>{' '}
                  {reason}
                </li>
              ))}
            </ul>
            {action}
          </div>
          {onDismiss === undefined ? null : (
            <IconButton
              size="sm"
              label="Dispensar aviso"
              icon={<X size={16} />}
              className="text-current! max-lg:-mt-1.5"
              onClick={onDismiss}
            />
          )}
        </div>
      )}
    </div>
  );
}
