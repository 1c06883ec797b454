import { Link } from 'react-router';
import { paths } from './paths.ts';
import { cx } from '../cx.ts';

export const legalLinks = [
  { to: paths.privacy, label: 'Privacidade' },
  { to: paths.terms, label: 'Termos de Uso' },
  { to: paths.cookies, label: 'Cookies' },
  { to: paths.accessibility, label: 'Acessibilidade' },
] as const;

const legalLinkClass =
  'py-1.5 text-xs text-ink-3 underline-offset-4 hover:underline max-lg:min-h-11 max-lg:py-3';

export function LegalLinks({ className }: { className?: string }) {
  return (
    <nav
      aria-label="Informações legais"
      className={cx('flex flex-wrap gap-x-5 print:hidden', className)}
    >
      {legalLinks.map(({ to, label }) => (
        <Link key={to} to={to} className={legalLinkClass}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
