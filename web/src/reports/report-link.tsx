import { FileChartColumn } from 'lucide-react';
import { Link } from 'react-router';
import { reportPath } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

/** The way to the report of this month. */
export function ReportLink() {
  return (
    <Link to={reportPath()} className={cx(buttonClass({ variant: 'line' }), 'max-lg:w-full')}>
      <FileChartColumn size={16} className="-ml-1" />
      Relatório do mês
    </Link>
  );
}
