import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from './paths.ts';
import { buttonClass } from '../button.tsx';
import { Card } from '../card.tsx';
import { ErrorState } from '../error-state.tsx';

interface NotInPlanProps {
  title: string;
  message: string;
  children?: ReactNode;
}

export function NotInPlan({ title, message, children }: NotInPlanProps) {
  return (
    <Card>
      <ErrorState
        icon={<Lock size={24} />}
        title={title}
        message={message}
        actions={
          <>
            <Link to={paths.plans} className={buttonClass({ variant: 'ink' })}>
              Ver Planos
            </Link>
            {children}
          </>
        }
        className="py-16"
      />
    </Card>
  );
}
