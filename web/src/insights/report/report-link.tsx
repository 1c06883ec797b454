import { FileChartColumn } from 'lucide-react';
import { Link } from 'react-router';
import { buildAccountQuery } from '../../instagram/use-instagram-account-param.ts';
import { reportPath } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

export function ReportLink({ account }: { account: string | undefined }) {
  return (
    <Link
      to={reportPath() + buildAccountQuery(account)}
      className={cx(buttonClass({ variant: 'line' }), 'max-lg:w-full')}
    >
      <FileChartColumn size={16} className="-ml-1" />
      Relatório do mês
    </Link>
  );
}
