import { CircleAlert, Info, X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { sizeText, type Rejection } from './file-rules.ts';

interface RejectedFilesProps {
  files: readonly Rejection[];
  onDismiss: () => void;
}

/** The files of the last selection that were not taken, each with its reason. */
export function RejectedFiles({ files, onDismiss }: RejectedFilesProps) {
  const harmless = files.every((file) => file.harmless);
  const Icon = harmless ? Info : CircleAlert;
  return (
    // Here before its words come, or screen readers miss them.
    <div role="alert">
      {files.length === 0 ? null : (
        <div
          className={cx(
            'mt-2.5 flex items-start gap-3 rounded-md py-1.5 pr-2 pl-4 text-sm',
            harmless ? 'bg-sunken text-ink-2' : 'bg-bad-soft text-bad-text',
          )}
        >
          <Icon size={18} className="mt-2 lg:mt-[7px]" />
          <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            {files.length === 1 ? null : (
              <p className="mb-1 font-semibold">{files.length} arquivos não entraram</p>
            )}
            <ul aria-label="Arquivos que não entraram" className="grid gap-1">
              {files.map(({ name, size, reason }, index) => (
                <li key={index}>
                  <b className="font-semibold">{name}</b>{' '}
                  <span className="tnum">({sizeText(size)}).</span> {reason}
                </li>
              ))}
            </ul>
          </div>
          <IconButton
            size="sm"
            label="Dispensar aviso"
            icon={<X size={16} />}
            className="text-current!"
            onClick={onDismiss}
          />
        </div>
      )}
    </div>
  );
}
