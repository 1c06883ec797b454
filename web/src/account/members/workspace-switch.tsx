import type { User } from '@pontual/contract/identity/auth.ts';
import { roleNames } from '@pontual/contract/shared/roles.ts';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useSwitchWorkspace } from './use-switch-workspace.ts';

interface WorkspaceSwitchProps {
  user: User;
  title?: string;
  /** The page to open in the other workspaces. Without it, all are listed and the dashboard opens. */
  to?: string;
}

export function WorkspaceSwitch(props: WorkspaceSwitchProps) {
  const { user, title = 'Onde você trabalha', to } = props;
  const titleId = useId();
  const currentId = user.workspace;
  const workspaces = user.workspaces.filter(({ _id: id }) => to === undefined || id !== currentId);
  const { switchingTo, switchTo } = useSwitchWorkspace(to);
  return (
    <div>
      <p id={titleId} className="mb-1.5 text-sm font-semibold">
        {title}
      </p>
      <ul
        aria-labelledby={titleId}
        className="-mx-2 grid max-h-60 gap-0.5 overflow-y-auto px-0.5 py-0.5"
      >
        {workspaces.map(({ _id: id, name, role }) => {
          const isCurrent = id === currentId;
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={isCurrent ? 'true' : undefined}
                aria-busy={switchingTo === id || undefined}
                onClick={() => (isCurrent ? undefined : void switchTo(id))}
                className={cx(
                  'flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover',
                  isCurrent && 'bg-sunken',
                )}
              >
                <span className="min-w-0 flex-1 leading-[1.3]">
                  <b className="block truncate text-sm font-semibold">{name}</b>
                  <small className="block text-2xs text-ink-3">{roleNames[role]}</small>
                </span>
                {switchingTo === id ? <Spinner /> : isCurrent ? <Check size={17} /> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
