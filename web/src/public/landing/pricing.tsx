import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

interface Offer {
  name: string;
  price: string;
  isMonthly: boolean;
  /** One dot per post of a month; those of Premium overflow the card. */
  dots: number;
  features: readonly string[];
  action: string;
}

/** Specification, section 2; static, so that the page needs no request. */
const offers: readonly Offer[] = [
  {
    name: 'Free',
    price: 'Grátis',
    isMonthly: false,
    dots: 10,
    features: ['10 posts por mês', 'Recursos básicos', 'Suporte da comunidade'],
    action: 'Comece Agora',
  },
  {
    name: 'Pro',
    price: 'R$ 19,99',
    isMonthly: true,
    dots: 50,
    features: ['50 posts por mês', 'Analytics básico', 'Suporte por e-mail'],
    action: 'Assinar Pro',
  },
  {
    name: 'Premium',
    price: 'R$ 49,99',
    isMonthly: true,
    dots: 75,
    features: [
      'Posts ilimitados',
      'Analytics avançado',
      'Relatórios personalizados',
      'Suporte prioritário',
    ],
    action: 'Assinar Premium',
  },
];

export function Pricing() {
  return (
    <section
      id="planos"
      aria-labelledby="os-planos"
      tabIndex={-1}
      className="landing-section scroll-mt-6 pb-16 lg:pt-6 lg:pb-26"
    >
      <header className="mb-10 justify-between gap-6 lg:flex lg:items-end">
        <h2 id="os-planos" className="h-section">
          Planos
        </h2>
        <p className="text-[1.0625rem] text-ink-2 max-lg:mt-3">
          Comece grátis. Mude quando o calendário encher.
        </p>
      </header>
      <div className="grid gap-5 lg:grid-cols-3">
        {offers.map((offer) => (
          <OfferCard key={offer.name} offer={offer} />
        ))}
      </div>
      <p className="mt-5 text-sm text-ink-3">
        Cada ponto é um post por mês. Teste grátis de 14 dias e garantia de 30 dias nos planos
        pagos.
      </p>
    </section>
  );
}

/** A plain page does not know the user, so it has both links and a style sheet hides one. */
const targets = [
  { to: paths.register, className: 'for-visitors' },
  { to: paths.plans, className: 'for-users' },
] as const;

function OfferCard({ offer }: { offer: Offer }) {
  const { name, price, isMonthly, dots, features, action } = offer;
  const isPopular = name === 'Pro';
  return (
    <article
      aria-label={`Plano ${name}`}
      className={cx(
        'flex flex-col rounded-xl border p-6 lg:p-7',
        isPopular ? 'border-ink bg-ink text-on-ink' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="h-dialog">{name}</h3>
        {isPopular ? <Badge tone="ipe">Mais Popular</Badge> : null}
      </div>
      <p className="mt-5.5 mb-5 flex flex-wrap items-baseline gap-x-1.5">
        <b className="figure-big text-[3rem] leading-none tracking-[-.04em] whitespace-nowrap xl:text-[3.5rem] xl:leading-none">
          {price}
        </b>
        {isMonthly ? <span className="opacity-80">/mês</span> : null}
      </p>
      <div
        aria-hidden="true"
        className={cx(
          'mb-5.5 grid h-9 grid-cols-[repeat(25,8px)] content-start justify-between gap-y-1.5',
          name === 'Premium' && 'mask-r-from-70%',
        )}
      >
        {Array.from({ length: dots }, (_, index) => (
          <i key={index} className="size-2 rounded-full bg-current forced-color-adjust-none" />
        ))}
      </div>
      <ul className="mb-7 grid gap-[11px]">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5">
            <Check size={17} />
            {feature}
          </li>
        ))}
      </ul>
      {targets.map(({ to, className }) => (
        <Link
          key={to}
          to={to}
          className={cx(
            buttonClass({ variant: isPopular ? 'ipe' : 'line', size: 'lg', block: true }),
            'mt-auto',
            className,
          )}
        >
          {action}
          {/* Distinguishes the button from the others of the page for screen readers. */}
          {isMonthly ? null : <span className="sr-only">no plano {name}</span>}
        </Link>
      ))}
    </article>
  );
}
