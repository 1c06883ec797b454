import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { Navigate, useLoaderData } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { CompanyLine } from '../../ui/page/company-line.tsx';
import { PageMetadata } from '../../ui/page/page-metadata.tsx';
import { cx } from '../../ui/cx.ts';
import { Comparison } from './comparison.tsx';
import { LoginLink } from './login-link.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlansFaq } from './plans-faq.tsx';
import type * as Mine from './user-plans.tsx';

export function PlansPage() {
  const { user } = useSession();
  const userModule = useLoaderData<typeof Mine | null>();
  // The visitor has logged in in another tab, and the user's module is not loaded yet.
  if (user !== null && userModule === null) return <Navigate to={paths.plans} replace />;
  return (
    <div
      className={cx(
        user === null &&
          'mx-auto max-w-[1440px] px-4 pt-4 pb-10 lg:px-[clamp(20px,4.5vw,64px)] lg:pt-7 lg:pb-16',
      )}
    >
      <PageMetadata path={paths.plans} />
      <h1 className="h-page">Planos</h1>
      <p className="mt-1.5 mb-4 text-pretty text-ink-2 lg:mb-6">
        Cada ponto é um post por mês. Mude quando o calendário encher.
      </p>
      {user === null || userModule === null ? (
        <>
          <PlanCards
            plans={planCatalogue}
            currentPlan={null}
            renderButton={(choice) => <LoginLink {...choice} />}
          />
          <Comparison currentPlan={null} />
          <PlansFaq />
        </>
      ) : (
        <>
          <userModule.UserPlans user={user} />
          {/* For visitors the footer contains this line. */}
          <CompanyLine className="mt-10 lg:mt-14" />
        </>
      )}
    </div>
  );
}
