import { Link } from 'react-router';
import { paths } from './paths.ts';
import { Wordmark } from '../wordmark.tsx';
import { companyLine } from './company-line.tsx';
import { attachFooterClock } from './footer-clock.ts';
import { legalLinks } from './legal-links.tsx';
import { toRef } from './to-ref.ts';

const groups = [
  {
    title: 'Produto',
    links: [
      { to: `${paths.home}#funcionalidades`, label: 'Funcionalidades' },
      { to: paths.plans, label: 'Planos' },
      { to: paths.schedule, label: 'Calendário' },
      { to: paths.support, label: 'Suporte' },
      { to: paths.status, label: 'Status' },
    ],
  },
  {
    title: 'Conta',
    links: [
      { to: paths.login, label: 'Entrar' },
      { to: paths.register, label: 'Criar conta' },
    ],
  },
  { title: 'Legal', links: legalLinks },
] as const;

const clockRef = toRef(attachFooterClock);

export function Footer() {
  const company = companyLine();
  return (
    <footer className="bar-gutter border-t border-line bg-[#1b1916] pt-14 pb-7 text-ink scheme-dark print:hidden">
      <div className="grid grid-cols-2 gap-8 pb-12 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-lg:col-span-full">
          <Link to={paths.home} aria-label="Pontual, início" className="inline-block py-1.5">
            <Wordmark className="text-[34px]" />
          </Link>
          <p className="mt-3 text-ink-2">Seus posts, na hora certa.</p>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="grid content-start gap-1">
            <p className="mb-1 text-xs font-medium text-ink-3">{title}</p>
            {links.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="justify-self-start py-1 underline-offset-4 hover:underline max-lg:min-h-11 max-lg:py-2.5"
              >
                {label}
              </Link>
            ))}
          </nav>
        ))}
      </div>
      <div
        ref={clockRef}
        data-controls="footer-clock"
        className="tnum flex flex-wrap justify-between gap-2 border-t border-line pt-5 text-xs text-ink-3"
      >
        <span>
          © <span data-part="year" /> Pontual
          {company === '' ? null : `. ${company}`}
        </span>
        <span className="invisible">
          Agora em Brasília: <time data-part="time">00:00</time>
        </span>
      </div>
    </footer>
  );
}
