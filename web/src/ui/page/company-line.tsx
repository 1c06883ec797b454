import { site } from './site.ts';
import { cx } from '../cx.ts';

/** Decreto 7.962/2013, article 2. */
export function companyLine(): string {
  const { name, cnpj, address } = site.company;
  return [name, cnpj === null ? null : `CNPJ ${cnpj}`, address]
    .filter((part) => part !== null)
    .join(', ');
}

export function CompanyLine({ className }: { className?: string }) {
  const company = companyLine();
  if (company === '') return null;
  return <p className={cx('tnum text-xs text-pretty text-ink-3', className)}>{company}</p>;
}
