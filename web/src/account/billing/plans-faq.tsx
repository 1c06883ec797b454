import { ChevronDown } from 'lucide-react';

/** Specification, section 2; docs/decisions/030-several-instagram-accounts-shared-libraries.md. */
const questions = [
  {
    question: 'Posso cancelar quando quiser?',
    answer:
      'Sim. O cancelamento vale a partir do fim do período já pago, e até lá você continua com o plano.',
  },
  {
    question: 'Existe período de teste?',
    answer:
      'O teste é o plano gratuito, sem prazo e sem cartão. E a sua primeira assinatura começa com 14 dias sem cobrança. Nos planos pagos, você tem 30 dias de garantia.',
  },
  {
    question: 'Os preços incluem impostos?',
    answer:
      'Não. Os impostos são calculados no checkout. O resumo do pedido, que você lê antes de confirmar, já mostra o total com eles incluídos. Hoje eles não somam nada ao preço do plano.',
  },
] as const;

export function PlansFaq() {
  return (
    <section
      aria-labelledby="perguntas"
      className="mt-10 grid gap-3 lg:mt-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-8"
    >
      <h2 id="perguntas" className="h-part">
        Perguntas frequentes
      </h2>
      <div className="border-b border-line">
        {questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0} className="group border-t border-line">
            <summary className="flex min-h-15 list-none items-center justify-between gap-4 px-1 text-[1.0625rem] font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                size={20}
                className="text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <p className="max-w-[668px] px-1 pb-5 text-pretty text-ink-2 lg:pr-12">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
