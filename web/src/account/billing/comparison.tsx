import {
  limitsByPlan,
  planCatalogue,
  planIds,
  type PlanLimits,
  type PlanId,
} from '@pontual/contract/billing/plans.ts';
import { cx } from '../../ui/cx.ts';

interface Row {
  feature: string;
  describe: (limits: PlanLimits, plan: PlanId) => string;
}

const NO = 'Não';
const yesOrNo = (has: boolean) => (has ? 'Sim' : NO);
const DAYS_OF_YEAR = 365;

const rows: readonly Row[] = [
  {
    feature: 'Posts por mês',
    describe: ({ maxPosts }) => (maxPosts === -1 ? 'Ilimitado' : String(maxPosts)),
  },
  {
    feature: 'Agendar com antecedência',
    describe: ({ maxScheduleDays: days }) => (days === DAYS_OF_YEAR ? '1 ano' : `${days} dias`),
  },
  {
    feature: 'Analytics',
    describe: ({ analytics }, plan) =>
      analytics ? (plan === 'premium' ? 'Avançado' : 'Básico') : NO,
  },
  {
    feature: 'Exportar dados (JSON, CSV)',
    describe: (_limits, plan) => yesOrNo(plan === 'premium'),
  },
  { feature: 'Relatórios personalizados', describe: ({ customReports }) => yesOrNo(customReports) },
  { feature: 'Agendar vários de uma vez', describe: ({ bulkUpload }) => yesOrNo(bulkUpload) },
  {
    feature: 'Fila e melhores horários',
    describe: ({ advancedScheduling }) => yesOrNo(advancedScheduling),
  },
  { feature: 'Biblioteca de modelos', describe: ({ templates }) => yesOrNo(templates) },
  { feature: 'Modelos próprios', describe: ({ customTemplates }) => yesOrNo(customTemplates) },
  { feature: 'Aprovação por link', describe: ({ approvals }) => yesOrNo(approvals) },
  {
    feature: 'Suporte',
    describe: ({ prioritySupport }, plan) =>
      prioritySupport ? 'Prioritário' : plan === 'free' ? 'Comunidade' : 'E-mail',
  },
];

export function Comparison({ currentPlan }: { currentPlan: PlanId | null }) {
  const highlightClass = (plan: PlanId) => plan === currentPlan && 'bg-sunken/55 font-semibold';
  return (
    <section aria-labelledby="lado-a-lado" className="mt-10 lg:mt-14">
      <h2 id="lado-a-lado" className="mb-[18px] h-part">
        Lado a lado
      </h2>
      <section
        aria-label="Comparação dos planos"
        // Scrolled by the keyboard where it does not fit.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // Screen-reader text is positioned inside this element; otherwise it would widen the page.
        className="relative overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full min-w-[560px] border-collapse text-sm [&_td,&_th]:px-3.5 [&_td,&_th]:text-left lg:[&_td,&_th]:px-5">
          <thead>
            <tr className="h-11 text-xs text-ink-2">
              <th scope="col" className="max-lg:sticky max-lg:left-0 max-lg:bg-surface">
                <span className="sr-only">Recurso</span>
              </th>
              {planIds.map((plan) => (
                <th
                  key={plan}
                  scope="col"
                  className={cx('w-[22%] font-semibold', highlightClass(plan))}
                >
                  {planCatalogue[plan].name}
                  {plan === currentPlan ? <span className="sr-only">, seu plano</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ feature, describe }) => (
              <tr key={feature} className="h-12 border-t border-line">
                <th
                  scope="row"
                  className="font-medium max-lg:sticky max-lg:left-0 max-lg:bg-surface"
                >
                  {feature}
                </th>
                {planIds.map((plan) => {
                  const value = describe(limitsByPlan[plan], plan);
                  return (
                    <td
                      key={plan}
                      className={cx('tnum', highlightClass(plan), value === NO && 'text-ink-3')}
                    >
                      {value}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
