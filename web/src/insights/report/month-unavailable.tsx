import { CalendarOff } from 'lucide-react';
import { Link } from 'react-router';
import { reportPath } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

export function MonthUnavailable() {
  return (
    <Card>
      <ErrorState
        icon={<CalendarOff size={24} />}
        title="Não há relatório deste mês"
        message="Os relatórios vão do mês em que sua conta começou até este mês."
        actions={
          <Link to={reportPath()} className={buttonClass({ variant: 'ink' })}>
            Ver o relatório deste mês
          </Link>
        }
        className="py-16"
      />
    </Card>
  );
}
