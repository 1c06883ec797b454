import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';

/** Specification, section 8. */
export function UnconnectedWarning(props: {
  demo: boolean;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <Alert tone="warn" className={props.className}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">
          <b className="block font-semibold">Conta do Instagram não conectada</b>
          {props.demo ? 'Demonstração: o' : 'O'} post NÃO será publicado até que uma conta seja
          conectada.
        </p>
        {props.action}
      </div>
    </Alert>
  );
}
